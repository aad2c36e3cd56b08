internal import HUDPixels
internal import HUDSystem
internal import Synchronization

/// Which framebuffer carries the HUD's pixels, how it lay in memory, and which part of it the rows are that follow in the
/// file.
struct PixelsRecord: Equatable {
    /// "/dev/fb0".
    let path: String
    let geometry: FramebufferGeometry
    /// In the framebuffer's memory, in pixels.
    let area: Rect
    let stride: Int
    /// How many pages of a framebuffer that pans can carry the HUD at once; each has rows of its own.
    let pageCount: Int
    /// The places of those that carry it, by page: as large as `area`.
    private(set) var places: [Int: Rect] = [:]

    /// Where the pages are among the numbers: for each whether it counts, its x and its y.
    private static let pagesIndex = 62
    private static let mostPages = 3

    var rowBytes: Int { area.width * geometry.bytesPerPixel }
    private var pageBytes: Int { SavedRows.bytes(count: area.height, stride: stride) }
    var fileBytes: Int { RestoreRecord.headBytes + pageCount * pageBytes }

    /// Where a page's rows begin in the file.
    func rows(_ page: Int, of base: UnsafeMutableRawPointer) -> SavedRows {
        SavedRows(
            base: base + RestoreRecord.headBytes + page * pageBytes, count: area.height, stride: stride)
    }

    init(path: String, geometry: FramebufferGeometry, area: Rect) {
        self.path = path
        self.geometry = geometry
        self.area = area
        stride = SavedRows.stride(area.width * geometry.bytesPerPixel)
        pageCount = geometry.virtualSize.height > geometry.size.height ? Self.mostPages : 1
    }

    // MARK: - Writing

    var words: [UInt64] {
        let numbers = [stride, area.x, area.y, area.width, area.height].map(Int64.init) + geometry.words
        return numbers.map { UInt64(bitPattern: $0) }
    }

    /// Says that a page carries the HUD at `place`, or that it does not.
    static func setPage(_ page: Int, _ place: Rect?, in base: UnsafeMutableRawPointer) {
        let offset = RestoreRecord.offset(ofWord: pagesIndex + page * 3)
        base.storeBytes(of: 0, toByteOffset: offset, as: Int64.self)
        guard let place else { return }
        base.storeBytes(of: Int64(place.x), toByteOffset: offset + 8, as: Int64.self)
        base.storeBytes(of: Int64(place.y), toByteOffset: offset + 16, as: Int64.self)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        base.storeBytes(of: 1, toByteOffset: offset, as: Int64.self)
    }

    // MARK: - Reading

    /// Takes the numbers of a file of `fileSize` bytes; nil where anything in them cannot be.
    init?(_ words: [UInt64], _ path: String, fileSize: Int) {
        let words = words.map { Int64(bitPattern: $0) }
        let largest: Int64 = 1 << 20
        guard words[..<5].allSatisfy({ (0...largest).contains($0) }),
            let geometry = FramebufferGeometry(words: Array(words[5..<(5 + FramebufferGeometry.wordCount)])),
            let format = try? geometry.format()
        else { return nil }
        self.init(
            path: path, geometry: geometry,
            area: Rect(x: Int(words[1]), y: Int(words[2]), width: Int(words[3]), height: Int(words[4])))
        for page in 0..<pageCount {
            let entry = Array(words[(Self.pagesIndex + 3 * page)...].prefix(3))
            if entry[0] == 0 { continue }
            guard entry[0] == 1, entry[1...].allSatisfy({ (0...largest).contains($0) }) else { return nil }
            places[page] = Rect(
                x: Int(entry[1]), y: Int(entry[2]), width: area.width, height: area.height)
        }
        guard stride == Int(words[0]), fileBytes <= fileSize, !area.isEmpty,
            ([area] + places.values).allSatisfy({
                $0.maxX * format.bytesPerPixel <= geometry.lineLength
                    && $0.maxY * geometry.lineLength <= geometry.memorySize
            })
        else { return nil }
    }
}
