internal import CPNG
public import HUDPixels

/// PNG files, through libpng's simplified interface: it keeps its own stack jumps to itself.
public enum PNG {
    /// No larger picture is decoded: 16 megapixels.
    public static let maximumPixels = 16 << 20

    /// Reads a picture with its transparency, premultiplied.
    ///
    /// - Throws: `ImageError.Kind.unreadable` where it is no ordinary file of at most 64 MiB that can be read, `.badData`
    ///   where it is no PNG picture of at most `maximumPixels`.
    public static func layer(at path: String) throws(ImageError) -> Layer {
        let (size, bytes) = try decode(path)
        let layer = Layer(size: size)
        layer.withSurface { surface in
            var source = bytes.makeIterator()
            for y in 0..<size.height {
                for x in 0..<size.width {
                    surface.setPixel(source.nextColor().premultiplied, x: x, y: y)
                }
            }
        }
        return layer
    }

    /// Reads a picture to be drawn into a HUD.
    ///
    /// - Throws: `ImageError.Kind.unreadable` where it is no ordinary file of at most 64 MiB that can be read, `.badData`
    ///   where it is no PNG picture of at most `maximumPixels`.
    public static func artwork(at path: String) throws(ImageError) -> Artwork {
        let (size, bytes) = try decode(path)
        return artwork(size, bytes)
    }

    /// The picture of a PNG file's bytes; `name` is for error messages.
    ///
    /// - Throws: `ImageError.Kind.badData` where they are no PNG picture of at most `maximumPixels`.
    public static func artwork(_ file: [UInt8], name: String = "the picture") throws(ImageError) -> Artwork {
        let (size, bytes) = try decode(file, name)
        return artwork(size, bytes)
    }

    private static func artwork(_ size: Size, _ bytes: [UInt8]) -> Artwork {
        var source = bytes.makeIterator()
        let pixels = (0..<size.width * size.height).map { _ in source.nextColor().premultiplied }
        return Artwork(size: size, pixels: pixels)
    }

    /// Reads a picture as an opaque one: transparent parts show `background`.
    ///
    /// - Throws: `ImageError.Kind.unreadable` where it is no ordinary file of at most 64 MiB that can be read, `.badData`
    ///   where it is no PNG picture of at most `maximumPixels`.
    public static func image(at path: String, over background: Color = .black) throws(ImageError) -> Image {
        let picture = try layer(at: path)
        let image = Image(size: picture.size, color: background)
        let center = Pose(
            centerX: Double(picture.size.width) / 2, centerY: Double(picture.size.height) / 2)
        image.withSurface { compose(picture, center, over: $0, into: $0, x: 0, y: 0) }
        return image
    }

    /// Writes a surface of any supported format: with its alpha (taken as premultiplied) if the format has one
    /// and `keepingAlpha` is set, else as an opaque picture. What is at `path` is replaced.
    ///
    /// - Throws: `ImageError.Kind.unwritable`.
    public static func write(
        _ surface: Surface, to path: String, keepingAlpha: Bool = false
    ) throws(ImageError) {
        try writeFile(path, try encode(surface, keepingAlpha: keepingAlpha, name: path))
    }

    /// The bytes of a PNG file, as `write` writes them. `name` is for error messages.
    ///
    /// - Throws: `ImageError.Kind.unwritable` where libpng has no memory.
    public static func encode(
        _ surface: Surface, keepingAlpha: Bool = false, name: String = "the picture"
    ) throws(ImageError) -> [UInt8] {
        precondition(surface.format.isSupported)
        let hasAlpha = keepingAlpha && surface.format.alpha.length > 0
        let pixels = straightBytes(surface, hasAlpha: hasAlpha)
        // What is already packed as well as it can be, and a file's other parts, take little more than this.
        var file = [UInt8](repeating: 0, count: pixels.count + pixels.count / 64 + surface.size.height + 4096)
        var length = png_alloc_size_t(file.count)
        let fault = withImage { image in
            image.pointee.width = png_uint_32(surface.size.width)
            image.pointee.height = png_uint_32(surface.size.height)
            image.pointee.format = hasAlpha ? rgba : rgb
            return png_image_write_to_memory(image, &file, &length, 0, pixels, 0, nil) == 0
                ? message(image) : nil
        }
        if let fault { throw ImageError(.unwritable, "cannot make a PNG of \(name): \(fault)") }
        file.removeLast(file.count - Int(length))
        return file
    }

    // MARK: -

    private static let rgb = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    private static let rgba = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)

    /// Lends libpng's record of a picture: it keeps a pointer to it from one call to the next.
    private static func withImage<Result>(_ body: (UnsafeMutablePointer<png_image>) -> Result) -> Result {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        return withUnsafeMutablePointer(to: &image) { pointer in
            defer { png_image_free(pointer) }
            return body(pointer)
        }
    }

    /// The picture as straight RGBA bytes.
    private static func decode(_ path: String) throws(ImageError) -> (Size, [UInt8]) {
        try decode(try readFile(path), path)
    }

    private static func decode(_ file: [UInt8], _ path: String) throws(ImageError) -> (Size, [UInt8]) {
        // libpng reads on from the same memory in its second call.
        let result = file.withUnsafeBytes { bytes in
            withImage { decode(bytes, path, $0) }
        }
        return try result.get()
    }

    private static func decode(
        _ file: UnsafeRawBufferPointer, _ path: String, _ image: UnsafeMutablePointer<png_image>
    ) -> Result<(Size, [UInt8]), ImageError> {
        func failure(_ text: String) -> Result<(Size, [UInt8]), ImageError> {
            .failure(ImageError(.badData, text))
        }
        guard let base = file.baseAddress, png_image_begin_read_from_memory(image, base, file.count) != 0
        else {
            return failure("\(path) is not a PNG picture: \(file.isEmpty ? "it is empty" : message(image))")
        }
        let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
        // Checked before anything is decoded: a small file can claim a picture that fills the memory.
        guard width * height <= maximumPixels else {
            return failure("\(path) is \(width) x \(height) pixels, more than 16 megapixels: scale it down")
        }
        let is16Bit = image.pointee.format & png_uint_32(PNG_FORMAT_FLAG_LINEAR) != 0
        image.pointee.format = rgba
        // Else 16 bits that do not say how they are meant are taken for linear light, and come out pale.
        image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        let size = Size(width: width, height: height)
        if is16Bit, file[interlacing] != 0 {
            guard let pixels = linearPixels(image, size) else {
                return failure("\(path) is a broken PNG picture: \(message(image))")
            }
            return .success((size, pixels))
        }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        guard png_image_finish_read(image, nil, &pixels, 0, nil) != 0 else {
            return failure("\(path) is a broken PNG picture: \(message(image))")
        }
        return .success((size, pixels))
    }

    private static func straightBytes(_ surface: Surface, hasAlpha: Bool) -> [UInt8] {
        let size = surface.size
        guard hasAlpha else { return opaqueBytes(surface) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = surface.format.color(of: surface.pixel(x: x, y: y))
                bytes.append(straight(color.red, color.alpha))
                bytes.append(straight(color.green, color.alpha))
                bytes.append(straight(color.blue, color.alpha))
                bytes.append(color.alpha)
            }
        }
        return bytes
    }

    /// Red, green, blue, a byte each.
    private static func opaqueBytes(_ surface: Surface) -> [UInt8] {
        let count = surface.size.width * surface.size.height * 3
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            initialized = count
            guard let base = bytes.baseAddress else { return }
            Surface(base: base, size: surface.size, stride: surface.size.width * 3, format: .bgr888)
                .convertPixels(from: surface)
        }
    }

    private static func straight(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        if alpha == 0 { return 0 }
        return UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
    }

    private static func message(_ image: UnsafeMutablePointer<png_image>) -> String {
        withUnsafeBytes(of: image.pointee.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension IndexingIterator<[UInt8]> {
    fileprivate mutating func nextColor() -> Color {
        let (red, green, blue, alpha) = (next() ?? 0, next() ?? 0, next() ?? 0, next() ?? 0)
        return Color(red: red, green: green, blue: blue, alpha: alpha)
    }
}
