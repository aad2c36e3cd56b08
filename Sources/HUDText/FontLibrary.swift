internal import CFreeType

/// FreeType: opens faces, sets labels in them, and rasterises outlines. One for each thread that draws.
public final class FontLibrary {
    let freeType: FreeType
    let fallback: FallbackFaces
    var library: FT_Library { freeType.library }

    /// - Parameter fallback: where faces are found for what a label's own lacks.
    /// - Throws: `TextError.Kind.unavailable` if there is no memory for it.
    public init(fallback: Fallback = .none) throws(TextError) {
        freeType = try FreeType()
        self.fallback = FallbackFaces(fallback, freeType)
    }

    /// How many runs were shaped since the library was opened; what comes from a cache does not count.
    package var shapings: Int { freeType.shapings }

    /// Opens a font file.
    ///
    /// - Throws: `TextError.Kind.unreadable` if there is no ordinary file that can be read, `.notAFont` if it holds no
    ///   outlines.
    public func face(at path: String) throws(TextError) -> Face {
        guard let face = try Face(path, freeType) else {
            throw TextError(.notAFont, "\(path) is no font: give a TrueType or OpenType file")
        }
        guard face.strike == nil else {
            throw TextError(
                .notAFont, "\(path) is a font of bitmaps of fixed size: give one with outlines")
        }
        return face
    }
}
