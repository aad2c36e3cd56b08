internal import Glibc

/// The stretches in which two rows differ, as byte ranges of whole pixels. Short equal stretches between them
/// are taken along: a write costs more than a few bytes.
struct Runs {
    private let old: UnsafeRawPointer
    private let new: UnsafeRawPointer
    private let count: Int
    private let pixel: Int
    private let block: Int
    private var position = 0

    init(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int, bytesPerPixel: Int) {
        self.old = old
        self.new = new
        self.count = count
        pixel = bytesPerPixel
        block = 16 * bytesPerPixel
    }

    mutating func next() -> Range<Int>? {
        while position < count && !differs(position) { position += block }
        guard position < count else { return nil }
        var start = position
        while position < count && differs(position) { position += block }
        var end = min(position, count)
        while memcmp(old + start, new + start, pixel) == 0 { start += pixel }
        while memcmp(old + end - pixel, new + end - pixel, pixel) == 0 { end -= pixel }
        return start..<end
    }

    private func differs(_ offset: Int) -> Bool {
        memcmp(old + offset, new + offset, min(block, count - offset)) != 0
    }
}
