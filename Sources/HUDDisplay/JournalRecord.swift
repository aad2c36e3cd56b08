internal import Glibc
internal import HUDPixels
internal import Synchronization

/// The head of a journal: which framebuffer, how it lay in memory, which part of it the rows are.
///
/// Whoever is in the group can write the file, and a process may die while it does: nothing in it is believed
/// before it is checked.
struct JournalRecord: Equatable {
    let path: String
    let geometry: FramebufferGeometry
    /// In the framebuffer's memory, in pixels.
    let area: Rect
    let stride: Int
    /// How many pages of a framebuffer that pans can carry the HUD at once; each has rows of its own.
    let pageCount: Int
    /// The places of those that carry it, by page: as large as `area`.
    private(set) var places: [Int: Rect] = [:]

    /// The rows begin on a page of their own.
    static let headBytes = 4096
    /// "HUDJRNL" and the version.
    private static let magic = UInt64(0x4855_444A_524E_4C01)
    private static let stateOffset = 8
    private static let wordsOffset = 16
    private static let pathOffset = 1024
    static let pathBytes = 1024
    /// For each page whether it counts, its x and its y; before them, how many there are.
    private static let pagesOffset = 512
    private static let mostPages = 3

    var rowBytes: Int { area.width * geometry.bytesPerPixel }
    private var pageBytes: Int { SavedRows.bytes(count: area.height, stride: stride) }
    var fileBytes: Int { Self.headBytes + pageCount * pageBytes }

    /// Where a page's rows begin in the file.
    func rows(_ page: Int, of base: UnsafeMutableRawPointer) -> SavedRows {
        SavedRows(base: base + Self.headBytes + page * pageBytes, count: area.height, stride: stride)
    }

    init(path: String, geometry: FramebufferGeometry, area: Rect) {
        self.path = path
        self.geometry = geometry
        self.area = area
        stride = SavedRows.stride(area.width * geometry.bytesPerPixel)
        pageCount = geometry.virtualSize.height > geometry.size.height ? Self.mostPages : 1
    }

    // MARK: - Writing

    /// Writes the head; nothing is pending yet.
    func write(to base: UnsafeMutableRawPointer) {
        memset(base, 0, Self.headBytes)
        let numbers = [stride, area.x, area.y, area.width, area.height].map(Int64.init) + geometry.words
        for (index, number) in numbers.enumerated() {
            base.storeBytes(of: number, toByteOffset: Self.wordsOffset + index * 8, as: Int64.self)
        }
        for (index, byte) in path.utf8.prefix(Self.pathBytes - 1).enumerated() {
            base.storeBytes(of: byte, toByteOffset: Self.pathOffset + index, as: UInt8.self)
        }
        base.storeBytes(of: Self.magic, as: UInt64.self)
    }

    /// Says that a page carries the HUD at `place`, or none.
    static func setPage(_ page: Int, _ place: Rect?, in base: UnsafeMutableRawPointer) {
        let offset = pagesOffset + page * 24
        base.storeBytes(of: 0, toByteOffset: offset, as: Int64.self)
        guard let place else { return }
        base.storeBytes(of: Int64(place.x), toByteOffset: offset + 8, as: Int64.self)
        base.storeBytes(of: Int64(place.y), toByteOffset: offset + 16, as: Int64.self)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        base.storeBytes(of: 1, toByteOffset: offset, as: Int64.self)
    }

    static func setPending(_ isPending: Bool, in base: UnsafeMutableRawPointer) {
        base.storeBytes(of: isPending ? 1 : 0, toByteOffset: stateOffset, as: UInt64.self)
    }

    // MARK: - Reading

    /// Whether the first bytes of a file say that a screen must be put back.
    static func isPending(_ head: UnsafeRawBufferPointer) -> Bool {
        head.count >= stateOffset + 8
            && [magic, PrimaryRecord.magic, PropertyRecord.magic].contains(
                head.loadUnaligned(as: UInt64.self))
            && head.loadUnaligned(fromByteOffset: stateOffset, as: UInt64.self) == 1
    }

    /// Takes the head of a file of `fileSize` bytes; nil where anything in it cannot be.
    init?(_ head: UnsafeRawBufferPointer, fileSize: Int) {
        guard head.count >= Self.headBytes, Self.isPending(head),
            head.loadUnaligned(as: UInt64.self) == Self.magic
        else { return nil }
        let words = (0..<(5 + FramebufferGeometry.wordCount)).map {
            head.loadUnaligned(fromByteOffset: Self.wordsOffset + $0 * 8, as: Int64.self)
        }
        let largest: Int64 = 1 << 20
        guard words[..<5].allSatisfy({ (0...largest).contains($0) }),
            let geometry = FramebufferGeometry(words: Array(words[5...])),
            let format = try? geometry.format()
        else { return nil }
        let characters = head[Self.pathOffset..<(Self.pathOffset + Self.pathBytes)].prefix { $0 != 0 }
        self.init(
            path: String(decoding: characters, as: UTF8.self), geometry: geometry,
            area: Rect(
                x: Int(words[1]), y: Int(words[2]), width: Int(words[3]), height: Int(words[4])))
        for page in 0..<pageCount {
            let entry = (0..<3).map {
                head.loadUnaligned(fromByteOffset: Self.pagesOffset + page * 24 + $0 * 8, as: Int64.self)
            }
            if entry[0] == 0 { continue }
            guard entry[0] == 1, entry[1...].allSatisfy({ (0...largest).contains($0) }) else { return nil }
            places[page] = Rect(
                x: Int(entry[1]), y: Int(entry[2]), width: area.width, height: area.height)
        }
        guard stride == Int(words[0]), fileBytes <= fileSize,
            characters.count < Self.pathBytes, path.hasPrefix("/dev/"), !path.contains("/../"),
            !area.isEmpty,
            ([area] + places.values).allSatisfy({
                $0.maxX * format.bytesPerPixel <= geometry.lineLength
                    && $0.maxY * geometry.lineLength <= geometry.memorySize
            })
        else { return nil }
    }
}
