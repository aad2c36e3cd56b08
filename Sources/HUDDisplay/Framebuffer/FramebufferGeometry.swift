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
    /// `FB_TYPE_*`, `FB_VISUAL_*`.
    package var type: Int
    package var visual: Int
    /// A pixel is a brightness.
    package var isGrey: Bool
    /// Bits the wrong way round, or a layout that goes by a code of its own.
    package var isUnusual: Bool
    package var millimetres: Size?

    package init(
        size: Size, virtualSize: Size, xOffset: Int = 0, yOffset: Int = 0, bitsPerPixel: Int,
        red: PixelFormat.Field, green: PixelFormat.Field, blue: PixelFormat.Field,
        alpha: PixelFormat.Field = .init(offset: 0, length: 0), lineLength: Int, memorySize: Int,
        type: Int = 0, visual: Int = 2, isGrey: Bool = false, isUnusual: Bool = false,
        millimetres: Size? = nil
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
        self.isGrey = isGrey
        self.isUnusual = isUnusual
        self.millimetres = millimetres
    }

    package var bytesPerPixel: Int { bitsPerPixel / 8 + (bitsPerPixel % 8 > 0 ? 1 : 0) }

    /// Whether pixels are numbers of colours: FB_VISUAL_PSEUDOCOLOR, FB_VISUAL_STATIC_PSEUDOCOLOR.
    package var isIndexed: Bool { visual == 3 || visual == 5 }

    /// The pixels' format; throws what is wrong with a layout that is not drawn on.
    ///
    /// - Parameter palette: what the numbers of an indexed layout stand for; needed for drawing, not for putting
    ///   pixels back.
    package func format(_ palette: Palette? = nil) throws(DisplayError) -> PixelFormat {
        var format = PixelFormat(
            bytesPerPixel: bytesPerPixel, red: red, green: green, blue: blue, alpha: alpha)
        if bitsPerPixel == 8, isIndexed || isGrey { format = .grey8 }
        if isIndexed { format.palette = palette }
        if let flaw = flaw(format) {
            throw DisplayError(.noDisplay, "\(description) cannot be drawn on: \(flaw)")
        }
        return format
    }

    /// No sum or product of two of these is too large.
    private var hasPossibleNumbers: Bool {
        let numbers = [
            size.width, size.height, virtualSize.width, virtualSize.height, xOffset, yOffset, lineLength,
        ]
        return numbers.allSatisfy { (0...Self.largest).contains($0) } && size.width > 0 && size.height > 0
            && (0...Self.largestMemory).contains(memorySize)
    }

    private var isInMemory: Bool { (yOffset + size.height) * lineLength <= memorySize }

    /// What is seen lies in the memory, so it can be read and written.
    var isSound: Bool { hasPossibleNumbers && isInMemory }

    /// More pixels a side, or bytes a row, than any framebuffer has, and more memory.
    private static let largest = 1 << 20
    private static let largestMemory = largest << 20

    private func flaw(_ format: PixelFormat) -> String? {
        if type != 0 { return "its pixels are not packed (type \(type))" }
        if bitsPerPixel < 8 { return "\(bitsPerPixel) bits a pixel are too few" }
        if bitsPerPixel > 32 { return "\(bitsPerPixel) bits a pixel are too many" }
        let bytes = format.bytesPerPixel
        if isUnusual { return "its bits are the wrong way round, or go by a code of its own" }
        if isIndexed || isGrey {
            if bitsPerPixel != 8 { return "\(bitsPerPixel) bits are no number of a colour, and no grey" }
        } else if visual != 2 && visual != 4 {
            // Neither FB_VISUAL_TRUECOLOR nor FB_VISUAL_DIRECTCOLOR.
            return "its pixels are no colours (visual \(visual))"
        }
        let colours = [format.red, format.green, format.blue]
        for field in colours where field.length == 0 { return "a colour has no bits" }
        for field in colours + [format.alpha] where field.length != 0 {
            let bits = 0...(bytes * 8)
            if !bits.contains(field.offset) || !bits.contains(field.length)
                || field.offset + field.length > bytes * 8
            {
                return "a colour lies outside the \(bitsPerPixel) bits of its pixel"
            }
        }
        if !hasPossibleNumbers { return "it has no size, or an impossible one" }
        if lineLength < virtualSize.width * bytes || lineLength < (xOffset + size.width) * bytes {
            return "its rows of \(lineLength) bytes are too short for \(virtualSize.width) pixels"
        }
        // Seen on two makers' boards: 16 bits a pixel reported, 32 used.
        if bytes == 2 && lineLength == virtualSize.width * 4 {
            return "it reports 16 bits a pixel, but its rows have 32"
        }
        if !isInMemory { return "its memory is too small" }
        return format.isSupported ? nil : "its pixel layout is not known"
    }

    /// "1024x768, 16 bits (r5@11 g6@5 b5@0), 2048 bytes a row".
    package var description: String {
        let fields = [("r", red), ("g", green), ("b", blue), ("a", alpha)]
            .filter { $0.1.length > 0 }.map { "\($0.0)\($0.1.length)@\($0.1.offset)" }
        let pixel = isIndexed ? "palette" : isGrey ? "grey" : fields.joined(separator: " ")
        return "\(size.width)x\(size.height), \(bitsPerPixel) bits (\(pixel)), \(lineLength) bytes a row"
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
                bitsPerPixel, lineLength, memorySize, type, visual, (isUnusual ? 1 : 0) | (isGrey ? 2 : 0),
            ] + fields
        return numbers.map(Int64.init)
    }

    /// Takes them back; nil where a number is beyond what a framebuffer can have.
    init?(words: [Int64]) {
        guard words.count == Self.wordCount,
            words.indices.allSatisfy({
                (0...Int64($0 == 8 ? Self.largestMemory : Self.largest)).contains(words[$0])
            })
        else { return nil }
        let n = words.map(Int.init)
        let fields = stride(from: 12, to: 20, by: 2).map {
            PixelFormat.Field(offset: n[$0], length: n[$0 + 1])
        }
        self.init(
            size: Size(width: n[0], height: n[1]), virtualSize: Size(width: n[2], height: n[3]),
            xOffset: n[4], yOffset: n[5], bitsPerPixel: n[6], red: fields[0], green: fields[1],
            blue: fields[2], alpha: fields[3], lineLength: n[7], memorySize: n[8], type: n[9],
            visual: n[10], isGrey: n[11] & 2 != 0, isUnusual: n[11] & 1 != 0)
    }
}
