internal import CFreeType

/// The C library, alive as long as a face of it is.
final class FreeType {
    let library: FT_Library
    /// How often HarfBuzz was asked to shape; tests of the caches read it.
    var shapings = 0

    init() throws(TextError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw TextError(.unavailable, "FreeType does not start: is memory short?")
        }
        self.library = library
    }

    deinit {
        FT_Done_FreeType(library)
    }

    /// Coverage of a shape in pixels of FreeType's (64ths, y upwards from the lowest row).
    func rasterise(_ outline: UnsafeMutablePointer<FT_Outline>, _ size: (width: Int, height: Int)) -> [UInt8]
    {
        [UInt8](unsafeUninitializedCapacity: size.width * size.height) { room, count in
            room.initialize(repeating: 0)
            count = room.count
            var bitmap = FT_Bitmap()
            bitmap.rows = UInt32(size.height)
            bitmap.width = UInt32(size.width)
            bitmap.pitch = Int32(size.width)
            bitmap.buffer = room.baseAddress
            bitmap.num_grays = 256
            bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
            FT_Outline_Get_Bitmap(library, outline, &bitmap)
        }
    }
}
