extension PixelFormat: CustomStringConvertible {
    /// What Linux calls the format (`XRGB8888`, as in drm_fourcc.h without its DRM_FORMAT_), else its fields:
    /// `32 bits r8@16 g8@8 b8@1`, each channel's length and offset.
    public var name: String {
        if palette != nil { return "C\(bytesPerPixel * 8)" }
        if isGrey, isSupported, red.length == bytesPerPixel * 8 { return "GREY\(red.length)" }
        let fields = [("A", alpha), ("R", red), ("G", green), ("B", blue)].filter { $0.1.length > 0 }
        let usual = isSupported && !isGrey ? Self.usualName(fields, bits: bytesPerPixel * 8) : nil
        if let usual { return usual }
        let places = [("r", red), ("g", green), ("b", blue), ("a", alpha)].filter { $0.1.length > 0 }
        return "\(bytesPerPixel * 8) bits"
            + places.map { " \($0.0)\($0.1.length)@\($0.1.offset)" }.joined()
    }

    /// The name.
    public var description: String { name }

    /// The channels from the highest bit down, if they leave no hole but one unused field at either end.
    private static func usualName(_ fields: [(String, Field)], bits: Int) -> String? {
        var letters = ""
        var lengths = ""
        var top = bits
        func unused(down to: Int) {
            letters += "X"
            lengths += "\(top - to)"
            top = to
        }
        let order = fields.sorted { $0.1.offset > $1.1.offset }
        for (letter, field) in order {
            if field.offset + field.length < top {
                guard top == bits else { return nil }
                unused(down: field.offset + field.length)
            }
            letters += letter
            lengths += "\(field.length)"
            top = field.offset
        }
        if top > 0 {
            guard !letters.hasPrefix("X") else { return nil }
            unused(down: 0)
        }
        let known = letters.split { $0 == "A" || $0 == "X" }.contains { $0 == "RGB" || $0 == "BGR" }
        return known ? letters + lengths : nil
    }
}
