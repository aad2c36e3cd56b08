public import HUDPixels

/// A line of text, shaped: which glyphs of which faces stand where.
public struct Line {
    /// What is drawn: cut, with an ellipsis, if it had to be shortened; control characters as spaces.
    public let text: String
    /// Whether the text was cut.
    public let isShortened: Bool
    /// Characters that no face has, each once, in the order of the text; a box stands for each.
    public let missing: [Unicode.Scalar]
    /// Pixels per em.
    public let size: Double
    /// From the line's start to the first and the last pixel that is drawn, in pixels. Both 0 if nothing is.
    public let inkLeft: Double
    /// See `inkLeft`.
    public let inkRight: Double

    /// From left to right.
    let runs: [Run]

    /// How wide the line is as drawn, in pixels: spaces at its ends do not count.
    public var inkWidth: Double { inkRight - inkLeft }

    /// The names of the faces that draw something of it, each once, from left to right.
    public var faceNames: [String] {
        visibleFaces.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }

    var visibleFaces: [Face] {
        runs.filter { run in
            run.glyphs.contains { $0.index.map { run.face.shape(of: $0, size: size) != .blank } ?? true }
        }
        .map(\.face)
    }
}

/// Neighbouring glyphs of one face, script and direction, from left to right.
struct Run {
    let face: Face
    /// From the line's start to the run's, in 64ths of a pixel.
    var x: Int
    /// The byte of the line's text where the run starts, and behind its end.
    var bytes: Range<Int>
    let isRightToLeft: Bool
    let glyphs: [Glyph]

    /// What decides about the glyphs of a run, with its face.
    struct Key: Hashable {
        var text: String
        /// What stands around it: letters join across the border of two faces.
        var before = ""
        var after = ""
        /// In 64ths of a pixel per em.
        var size: Int
        var isRightToLeft: Bool
        /// HarfBuzz' number; nil if no character has one.
        var script: UInt32?
    }
}

/// One glyph of a run. Lengths are in 64ths of a pixel.
struct Glyph: Equatable, Sendable {
    /// Number in the font; nil is a character that the font lacks.
    var index: UInt32?
    /// From the run's start, and above the baseline.
    var x: Int
    var y: Int
    var advance: Int
    /// The byte of the run's text where the glyph's cluster starts.
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

/// A glyph in colours of its own, and the pixels it belongs on.
public struct PlacedPicture: Equatable, Sendable {
    /// The picture as the font has it, mostly larger than it is to be drawn.
    public let picture: GlyphPicture
    /// What it is to fill.
    public let target: Rect
}

/// A glyph in colours of its own.
public struct GlyphPicture: Equatable, Sendable {
    /// What is drawn.
    public let artwork: Artwork
    /// From the pen to the left edge, and from the baseline up to the upper one, in its own pixels.
    let left: Int
    let top: Int
}

extension Line {
    /// A glyph as tests see it.
    package struct Shaped: Equatable {
        /// What its face is called.
        package let face: String
        /// Nil: a box.
        package let index: UInt32?
        /// The byte of the line's text where its cluster starts.
        package let cluster: Int
    }

    /// How many parts were shaped for themselves.
    package var runCount: Int { runs.count }

    /// The glyphs from left to right.
    package var shaped: [Shaped] {
        runs.flatMap { run in
            run.glyphs.map {
                Shaped(
                    face: run.face.name, index: $0.index, cluster: run.bytes.lowerBound + $0.cluster)
            }
        }
    }
}
