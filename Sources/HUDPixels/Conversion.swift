extension Surface {
    /// Copies the colours of a surface of the same size and any format. Channels of fewer than eight bits are
    /// dithered, a palette gives its nearest colours; alpha becomes opaque; bits of no channel and the padding of the
    /// rows stay.
    ///
    /// - Precondition: both formats are supported.
    public func convertPixels(from other: Surface) {
        precondition(size == other.size && other.format.isSupported)
        let rows = RowTarget(format)
        let source = RowSource(other.format)
        let bytes = format.bytesPerPixel
        for y in 0..<size.height {
            let (from, to) = (UnsafeRawPointer(other.row(y)), row(y))
            eachChunk(size.width) { start, count, room in
                source.read(from, start, count, into: room.bindMemory(to: UInt32.self, capacity: count))
                // What is opaque goes over anything as it is.
                let place = to + start * bytes
                rows.over(place, place, room, count, alpha: 255, x: start, y: y)
            }
        }
    }
}

/// How rows of a format are read as opaque ARGB8888.
private enum RowSource {
    case bytes(ByteOrder, Int)
    case other(PixelFormat)

    init(_ format: PixelFormat) {
        if let order = ByteOrder(format) {
            self = .bytes(order, format.bytesPerPixel)
        } else {
            self = .other(format)
        }
    }

    func read(_ row: UnsafeRawPointer, _ start: Int, _ count: Int, into pixels: UnsafeMutablePointer<UInt32>)
    {
        switch self {
        case .bytes(let order, let bytes):
            for index in 0..<count {
                let pixel = load(row + (start + index) * bytes, bytes)
                let red = (pixel &>> order.red & 0xFF) << 16
                let green = (pixel &>> order.green & 0xFF) << 8
                pixels[index] = 0xFF00_0000 | red | green | (pixel &>> order.blue & 0xFF)
            }
        case .other(let format):
            let bytes = format.bytesPerPixel
            for index in 0..<count {
                let color = format.color(of: load(row + (start + index) * bytes, bytes))
                pixels[index] = 0xFF00_0000 | color.rgb
            }
        }
    }
}
