internal import Glibc
internal import HUDPixels
internal import HUDSystem
internal import Synchronization

/// Draws the HUD on a framebuffer on which the program below draws too, and takes it away again.
///
/// A pixel that is not what the HUD wrote last belongs to the program below: it becomes the new background. All
/// that a crash would leave behind stands in `rows` before it is on the screen.
final class SaveUnder {
    private let device: any FramebufferDevice
    private let format: PixelFormat
    private let lineLength: Int
    /// In the framebuffer's memory, in pixels.
    private let area: Rect
    /// The screen's pixel that is the area's first.
    private let x: Int
    private let y: Int
    private let rows: SavedRows
    private let rowBytes: Int
    /// One row, or for whole rows all of them.
    private let scratch: UnsafeMutableRawBufferPointer
    private let isWide: Bool
    /// Rows in which something was drawn over the HUD, and not yet the HUD over that.
    private var isForeignNow: [Bool]

    init(
        _ device: any FramebufferDevice, _ geometry: FramebufferGeometry, _ format: PixelFormat, area: Rect,
        rows: SavedRows
    ) {
        self.device = device
        self.format = format
        self.area = area
        self.rows = rows
        lineLength = geometry.lineLength
        x = area.x - geometry.xOffset
        y = area.y - geometry.yOffset
        rowBytes = area.width * format.bytesPerPixel
        isForeignNow = Array(repeating: false, count: area.height)
        isWide = area.x == 0 && rowBytes == lineLength
        scratch = .allocate(byteCount: isWide ? rowBytes * area.height : rowBytes, alignment: 64)
    }

    deinit {
        scratch.deallocate()
    }

    /// The part of the memory that is written for `region` of the screen; nil where they do not meet.
    ///
    /// A write inside one row that ends at the row's very end is never shown by the kernel's DRM emulation
    /// (seen with 6.1: its last pixel counts as column 0). So a region that touches that end is widened to
    /// whole rows, which are written several at once.
    static func area(for region: Rect, _ geometry: FramebufferGeometry, _ format: PixelFormat) -> Rect? {
        var area = region.intersection(Rect(geometry.size))
        if area.isEmpty { return nil }
        area.x += geometry.xOffset
        area.y += geometry.yOffset
        if area.maxX * format.bytesPerPixel == geometry.lineLength {
            area = Rect(x: 0, y: area.y, width: area.maxX, height: area.height)
            if area.height == 1 && geometry.size.height > 1 {
                area.height = 2
                if area.maxY > geometry.yOffset + geometry.size.height { area.y -= 1 }
            }
        }
        return area
    }

    /// Takes what the screen shows as the background, and as what the HUD wrote: nothing yet.
    func capture() throws(SystemError) {
        for row in 0..<area.height {
            let background = rows.background(row)
            try read(row, into: background)
            memcpy(rows.generation(0, row), background, rowBytes)
            memcpy(rows.generation(1, row), background, rowBytes)
            rows.mark(row, shown: 0, isTorn: false)
        }
    }

    /// The rows of the area that a rectangle of the screen covers.
    func rows(of rect: Rect) -> Range<Int> {
        let top = min(max(rect.y - y, 0), area.height)
        return top..<min(max(rect.maxY - y, top), area.height)
    }

    /// Shows the layer in `part` of the rows: those that have `changed`, and where the program below has drawn over
    /// or around it. `mayWrite` is asked before each write. Once it says no, another console's picture may stand
    /// there: nothing more is written, and false is returned.
    func show(
        _ layer: Layer, _ pose: Pose, in part: Range<Int>, changed: Range<Int>, mayWrite: () -> Bool
    ) throws(SystemError) -> Bool {
        var first = Int.max
        var last = -1
        for row in part {
            let isForeign = try look(at: row)
            if isForeign { isForeignNow[row] = true }
            if isForeign || changed.contains(row) {
                first = min(first, row)
                last = row
            }
        }
        if last < first { return true }
        let stale = first..<(last + 1)
        draw(layer, pose, in: stale)
        guard try write(stale, mayWrite: mayWrite) else { return false }
        for row in stale { isForeignNow[row] = false }
        return true
    }

    /// Puts the background back where the HUD's own pixels still stand; returns how many those were.
    func restore() throws(SystemError) -> Int {
        var count = 0
        // Whole rows at once where they must, else each straight after it was read.
        let step = isWide ? area.height : 1
        for start in stride(from: 0, to: area.height, by: step) {
            let part = start..<(start + step)
            for row in part {
                _ = try look(at: row)
                let shown = rows.shown(row)
                memcpy(rows.generation(1 - shown, row), rows.background(row), rowBytes)
                count += differences(rows.generation(shown, row), rows.background(row))
            }
            _ = try write(part) { true }
        }
        return count
    }

    /// Puts the background back in rows that are the HUD's from end to end. To be used when the whole picture is
    /// another one: single pixels of it can be what the HUD's were, whole rows cannot.
    func restoreWholeRows() throws(SystemError) {
        for row in 0..<area.height {
            try read(row, into: scratch.baseAddress!)
            guard !isForeignNow[row], isOurs(row) else { continue }
            let shown = rows.shown(row)
            memcpy(rows.generation(shown, row), scratch.baseAddress!, rowBytes)
            memcpy(rows.generation(1 - shown, row), rows.background(row), rowBytes)
            _ = try write(row..<(row + 1)) { true }
        }
    }

    /// Whether the row that was just read is one that the HUD wrote.
    private func isOurs(_ row: Int) -> Bool {
        let seen = scratch.baseAddress!
        if memcmp(seen, rows.generation(rows.shown(row), row), rowBytes) == 0 { return true }
        return rows.isTorn(row) && memcmp(seen, rows.generation(1 - rows.shown(row), row), rowBytes) == 0
    }

    // MARK: - Reading

    private func read(_ row: Int, into buffer: UnsafeMutableRawPointer) throws(SystemError) {
        try device.read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: rowBytes), at: offset(row))
    }

    private func offset(_ row: Int) -> Int {
        (area.y + row) * lineLength + area.x * format.bytesPerPixel
    }

    /// Takes over what the program below has drawn in a row; whether there was anything.
    private func look(at row: Int) throws(SystemError) -> Bool {
        let seen = scratch.baseAddress!
        try read(row, into: seen)
        let index = rows.shown(row)
        let shown = rows.generation(index, row)
        if memcmp(seen, shown, rowBytes) == 0 {
            if rows.isTorn(row) { rows.mark(row, shown: index, isTorn: false) }
            return false
        }
        let earlier = rows.isTorn(row) ? rows.generation(1 - index, row) : nil
        let background = rows.background(row)
        var isForeign = false
        let bytes = format.bytesPerPixel
        for offset in stride(from: 0, to: rowBytes, by: bytes) {
            if memcmp(seen + offset, shown + offset, bytes) == 0 { continue }
            if let earlier, memcmp(seen + offset, earlier + offset, bytes) == 0 { continue }
            memcpy(background + offset, seen + offset, bytes)
            isForeign = true
        }
        // The background is changed before what the HUD wrote, in this order, for a repair after a crash between the two.
        // It then finds the program's pixel in the background, and what it puts back there is that pixel.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        memcpy(shown, seen, rowBytes)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        rows.mark(row, shown: index, isTorn: false)
        return isForeign
    }

    private func differences(_ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer) -> Int {
        if memcmp(a, b, rowBytes) == 0 { return 0 }
        let bytes = format.bytesPerPixel
        return stride(from: 0, to: rowBytes, by: bytes).count { memcmp(a + $0, b + $0, bytes) != 0 }
    }

    // MARK: - Drawing and writing

    /// Makes the next generation of some rows, in as few steps as their generations allow.
    private func draw(_ layer: Layer, _ pose: Pose, in part: Range<Int>) {
        var start = part.lowerBound
        while start < part.upperBound {
            let shown = rows.shown(start)
            var end = start + 1
            while end < part.upperBound && rows.shown(end) == shown { end += 1 }
            compose(
                layer, pose, over: surface(rows.background(start), end - start),
                into: surface(rows.generation(1 - shown, start), end - start), x: x, y: y + start)
            start = end
        }
    }

    private func surface(_ base: UnsafeMutableRawPointer, _ count: Int) -> Surface {
        Surface(
            base: base, size: Size(width: area.width, height: count), stride: rows.stride, format: format)
    }

    /// Writes the next generation of some rows: what of it is not on the screen. False where `mayWrite` ended that.
    private func write(_ part: Range<Int>, mayWrite: () -> Bool) throws(SystemError) -> Bool {
        let stale = part.filter {
            memcmp(rows.generation(0, $0), rows.generation(1, $0), rowBytes) != 0
        }
        guard let first = stale.first, let last = stale.last else { return true }
        if isWide {
            guard mayWrite() else { return false }
            try writeWhole(stale, first, last)
        } else {
            for row in stale {
                guard mayWrite() else { return false }
                try writeRuns(row)
            }
        }
        return true
    }

    private func writeRuns(_ row: Int) throws(SystemError) {
        let shown = rows.shown(row)
        let old = rows.generation(shown, row)
        let new = rows.generation(1 - shown, row)
        announce(row)
        var runs = Runs(old, new, count: rowBytes, bytesPerPixel: format.bytesPerPixel)
        while let run = runs.next() {
            try device.write(
                UnsafeRawBufferPointer(start: new + run.lowerBound, count: run.count),
                at: offset(row) + run.lowerBound)
        }
        rows.mark(row, shown: 1 - shown, isTorn: false)
    }

    /// In one write of two rows or more: see `area(for:)`.
    private func writeWhole(_ stale: [Int], _ first: Int, _ last: Int) throws(SystemError) {
        var first = first
        var last = last
        if first == last {
            if last + 1 < area.height { last += 1 } else { first = max(0, first - 1) }
            for row in first...last where row != stale[0] { _ = try look(at: row) }
        }
        for row in stale { announce(row) }
        for row in first...last {
            memcpy(
                scratch.baseAddress! + (row - first) * rowBytes, rows.generation(rows.shown(row), row),
                rowBytes)
        }
        try device.write(
            UnsafeRawBufferPointer(start: scratch.baseAddress!, count: (last - first + 1) * rowBytes),
            at: offset(first))
        for row in stale { rows.mark(row, shown: rows.shown(row), isTorn: false) }
    }

    /// Says that the row's next generation may be on the screen from now on, in part or whole.
    private func announce(_ row: Int) {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        rows.mark(row, shown: 1 - rows.shown(row), isTorn: true)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }
}
