internal import CFreeType
internal import Glibc

/// FreeType: opens faces, and rasterises outlines. One for each thread that draws.
public final class FontLibrary {
    let library: FT_Library

    /// - Throws: `TextError.Kind.unavailable` if there is no memory for it.
    public init() throws(TextError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw TextError(.unavailable, "FreeType does not start: is memory short?")
        }
        self.library = library
    }

    deinit {
        FT_Done_FreeType(library)
    }

    /// Opens a font file.
    ///
    /// - Throws: `TextError.Kind.unreadable` if the file cannot be read, `.notAFont` if it holds no outlines.
    public func face(at path: String) throws(TextError) -> Face {
        guard access(path, R_OK) == 0 else {
            throw TextError(.unreadable, "cannot read the font \(path): \(String(cString: strerror(errno)))")
        }
        var opened: FT_Face?
        guard FT_New_Face(library, path, 0, &opened) == 0, let opened else {
            throw TextError(.notAFont, "\(path) is no font: give a TrueType or OpenType file")
        }
        guard opened.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else {
            FT_Done_Face(opened)
            throw TextError(
                .notAFont, "\(path) is a font of bitmaps of fixed size: give one with outlines")
        }
        return Face(opened, library: self, path: path)
    }
}
