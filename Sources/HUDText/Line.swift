public import HUDPixels

/// A line of text, shaped: which glyphs stand where. Made by `Face.line`, drawn by `Face.draw`.
public struct Line: Equatable, Sendable {
    /// What is drawn: cut, with an ellipsis, if it had to be shortened; control characters as spaces.
    public let text: String
    /// Whether the text was cut.
    public let isShortened: Bool
    /// Characters that the font lacks, each once, in the order of the text; a box stands for each.
    public let missing: [Unicode.Scalar]
    /// Pixels per em.
    public let size: Double
    /// From the line's start to the first and the last pixel that is drawn, in pixels. Both 0 if nothing is.
    public let inkLeft: Double
    /// See `inkLeft`.
    public let inkRight: Double

    let glyphs: [Glyph]

    /// How wide the line is as drawn, in pixels: spaces at its ends do not count.
    public var inkWidth: Double { inkRight - inkLeft }
}

/// One glyph of a line. Lengths are in 64ths of a pixel.
struct Glyph: Equatable, Sendable {
    /// Number in the font; nil is a character that the font lacks.
    var index: UInt32?
    /// From the line's start, and above the baseline.
    var x: Int
    var y: Int
    var advance: Int
    /// The byte of the text's UTF-8 where the glyph's cluster starts.
    var cluster: Int
}

/// A mask and the pixel that its upper left corner belongs on.
public struct PlacedMask: Equatable, Sendable {
    /// The coverage.
    public var mask: Mask
    /// Column of the mask's left edge.
    public var x: Int
    /// Row of the mask's top edge.
    public var y: Int

    /// Puts `mask` at (`x`, `y`).
    public init(_ mask: Mask, x: Int, y: Int) {
        self.mask = mask
        self.x = x
        self.y = y
    }
}
