package import HUDPixels

/// How a framebuffer lies in memory, as its driver tells (`fb_var_screeninfo`, `fb_fix_screeninfo`).
package struct FramebufferGeometry: Equatable, Sendable {
    /// What is seen.
    package var size: Size
    /// What there is; more than `size` where a program can pan.
    package var virtualSize: Size
    /// The first pixel that is seen.
    package var xOffset: Int
    package var yOffset: Int
    package var bitsPerPixel: Int
    package var red: PixelFormat.Field
    package var green: PixelFormat.Field
    package var blue: PixelFormat.Field
    package var alpha: PixelFormat.Field
    /// Bytes from one row to the next.
    package var lineLength: Int
    package var memorySize: Int
    /// `FB_TYPE_*`, `FB_VISUAL_*`, and whether it is grey or has its bits the wrong way round.
    package var type: Int
    package var visual: Int
    package var isUnusual: Bool
    package var millimetres: Size?

    package init(
        size: Size, virtualSize: Size, xOffset: Int = 0, yOffset: Int = 0, bitsPerPixel: Int,
        red: PixelFormat.Field, green: PixelFormat.Field, blue: PixelFormat.Field,
        alpha: PixelFormat.Field = .init(offset: 0, length: 0), lineLength: Int, memorySize: Int,
        type: Int = 0, visual: Int = 2, isUnusual: Bool = false, millimetres: Size? = nil
    ) {
        self.size = size
        self.virtualSize = virtualSize
        self.xOffset = xOffset
        self.yOffset = yOffset
        self.bitsPerPixel = bitsPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
        self.lineLength = lineLength
        self.memorySize = memorySize
        self.type = type
        self.visual = visual
        self.isUnusual = isUnusual
        self.millimetres = millimetres
    }

    package var bytesPerPixel: Int { (bitsPerPixel + 7) / 8 }

    /// A program below can show another half of it.
    var canPan: Bool { virtualSize.height >= 2 * size.height }

    /// The pixels' format; throws what is wrong with a layout that is not drawn on.
    package func format() throws(DisplayError) -> PixelFormat {
        let format = PixelFormat(
            bytesPerPixel: bytesPerPixel, red: red, green: green, blue: blue, alpha: alpha)
        if let flaw = flaw(format) {
            throw DisplayError(.noDisplay, "\(description) cannot be drawn on: \(flaw)")
        }
        return format
    }

    private func flaw(_ format: PixelFormat) -> String? {
        let bytes = format.bytesPerPixel
        if type != 0 { return "its pixels are not packed (type \(type))" }
        if bitsPerPixel < 15 { return "\(bitsPerPixel) bits a pixel are too few" }
        if bitsPerPixel > 32 { return "\(bitsPerPixel) bits a pixel are too many" }
        // FB_VISUAL_TRUECOLOR, FB_VISUAL_DIRECTCOLOR
        if visual != 2 && visual != 4 { return "its pixels are no colours (visual \(visual))" }
        if isUnusual { return "it is grey, or its bits are the wrong way round" }
        for field in [red, green, blue] where field.length == 0 { return "a colour has no bits" }
        for field in [red, green, blue, alpha] where field.length > 0 {
            if field.offset < 0 || field.length < 0 || field.offset + field.length > bytes * 8 {
                return "a colour lies outside the \(bitsPerPixel) bits of its pixel"
            }
        }
        if lineLength < virtualSize.width * bytes || lineLength < (xOffset + size.width) * bytes {
            return "its rows of \(lineLength) bytes are too short for \(virtualSize.width) pixels"
        }
        // Seen on two makers' boards: 16 bits a pixel reported, 32 used.
        if bytes == 2 && lineLength == virtualSize.width * 4 {
            return "it reports 16 bits a pixel, but its rows have 32"
        }
        if size.width <= 0 || size.height <= 0 || xOffset < 0 || yOffset < 0 { return "it has no size" }
        if (yOffset + size.height) * lineLength > memorySize { return "its memory is too small" }
        return format.isSupported ? nil : "its pixel layout is not known"
    }

    /// "1024x768, 16 bits (r5@11 g6@5 b5@0), 2048 bytes a row".
    package var description: String {
        let fields = [("r", red), ("g", green), ("b", blue), ("a", alpha)]
            .filter { $0.1.length > 0 }.map { "\($0.0)\($0.1.length)@\($0.1.offset)" }
        return "\(size.width)x\(size.height), \(bitsPerPixel) bits (\(fields.joined(separator: " "))), "
            + "\(lineLength) bytes a row"
    }

    /// What was drawn on the one lies at the same place and means the same on the other. The offsets do not
    /// count: they say what is looked at.
    package func hasLayout(of other: FramebufferGeometry) -> Bool {
        var other = other
        other.xOffset = xOffset
        other.yOffset = yOffset
        other.millimetres = millimetres
        return self == other
    }
}

// MARK: - In a journal

extension FramebufferGeometry {
    static let wordCount = 20

    var words: [Int64] {
        let fields = [red, green, blue, alpha].flatMap { [$0.offset, $0.length] }
        let numbers =
            [
                size.width, size.height, virtualSize.width, virtualSize.height, xOffset, yOffset,
                bitsPerPixel, lineLength, memorySize, type, visual, isUnusual ? 1 : 0,
            ] + fields
        return numbers.map(Int64.init)
    }

    /// Takes them back; nil where a number is beyond what a framebuffer can have.
    init?(words: [Int64]) {
        let largest: Int64 = 1 << 20
        guard words.count == Self.wordCount,
            words.indices.allSatisfy({ (0...($0 == 8 ? largest << 20 : largest)).contains(words[$0]) })
        else { return nil }
        let n = words.map(Int.init)
        let fields = stride(from: 12, to: 20, by: 2).map {
            PixelFormat.Field(offset: n[$0], length: n[$0 + 1])
        }
        self.init(
            size: Size(width: n[0], height: n[1]), virtualSize: Size(width: n[2], height: n[3]),
            xOffset: n[4], yOffset: n[5], bitsPerPixel: n[6], red: fields[0], green: fields[1],
            blue: fields[2], alpha: fields[3], lineLength: n[7], memorySize: n[8], type: n[9],
            visual: n[10], isUnusual: n[11] != 0)
    }
}
