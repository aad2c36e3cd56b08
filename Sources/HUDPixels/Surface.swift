/// A view of pixels in memory. It does not own the memory: the function that lends a surface says how long it may be used.
public struct Surface {
    /// The first byte of the upper left pixel.
    public let base: UnsafeMutableRawPointer
    /// Width and height in pixels.
    public let size: Size
    /// Bytes from one row to the next.
    public let stride: Int
    /// How a pixel lies in memory.
    public let format: PixelFormat

    /// A view of rows that start `stride` bytes apart.
    ///
    /// - Precondition: `stride >= size.width * format.bytesPerPixel`, and `base` is good for `size.height` rows.
    public init(base: UnsafeMutableRawPointer, size: Size, stride: Int, format: PixelFormat) {
        precondition(stride >= size.width * format.bytesPerPixel)
        self.base = base
        self.size = size
        self.stride = stride
        self.format = format
    }

    /// The first byte of a row.
    public func row(_ y: Int) -> UnsafeMutableRawPointer { base + y &* stride }

    /// The part inside `rect`, which must lie within: the same memory.
    public func part(_ rect: Rect) -> Surface {
        precondition(Rect(size).intersection(rect) == rect, "a part of a surface lies within it")
        return Surface(
            base: base + rect.y * stride + rect.x * format.bytesPerPixel, size: rect.size, stride: stride,
            format: format)
    }

    /// The pixel's bytes as a little-endian number.
    public func pixel(x: Int, y: Int) -> UInt32 {
        load(row(y) + x * format.bytesPerPixel, format.bytesPerPixel)
    }

    /// Writes the pixel's bytes and no other.
    public func setPixel(_ value: UInt32, x: Int, y: Int) {
        store(value, row(y) + x * format.bytesPerPixel, format.bytesPerPixel)
    }

    /// Copies the pixels of a surface of the same size and format; padding of the rows stays.
    public func copyPixels(from other: Surface) {
        copyPixels(from: other, around: Rect(x: 0, y: 0, width: 0, height: 0))
    }

    /// The same without those inside `rect`, which must lie within.
    func copyPixels(from other: Surface, around rect: Rect) {
        precondition(size == other.size && format == other.format)
        if base == other.base { return }
        let bytes = format.bytesPerPixel
        for y in 0..<size.height {
            if y < rect.y || y >= rect.maxY {
                row(y).copyMemory(from: other.row(y), byteCount: size.width * bytes)
                continue
            }
            if rect.x > 0 { row(y).copyMemory(from: other.row(y), byteCount: rect.x * bytes) }
            if rect.maxX < size.width {
                (row(y) + rect.maxX * bytes).copyMemory(
                    from: other.row(y) + rect.maxX * bytes, byteCount: (size.width - rect.maxX) * bytes)
            }
        }
    }
}

/// A pixel of one to four bytes as a little-endian number.
@inline(__always) func load(_ pointer: UnsafeRawPointer, _ bytes: Int) -> UInt32 {
    switch bytes {
    case 4: UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
    case 3:
        UInt32(UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self)))
            | UInt32(pointer.load(fromByteOffset: 2, as: UInt8.self)) << 16
    case 2: UInt32(UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self)))
    default: UInt32(pointer.load(as: UInt8.self))
    }
}

/// Writes the low `bytes` bytes of a number, lowest first.
@inline(__always) func store(_ value: UInt32, _ pointer: UnsafeMutableRawPointer, _ bytes: Int) {
    switch bytes {
    case 4: pointer.storeBytes(of: value.littleEndian, as: UInt32.self)
    case 3:
        pointer.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, as: UInt16.self)
        pointer.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    case 2: pointer.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, as: UInt16.self)
    default: pointer.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    }
}
