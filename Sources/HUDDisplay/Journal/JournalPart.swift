internal import Glibc
internal import HUDPixels
internal import HUDSystem
internal import Synchronization

/// What must be put back on one display, in a file of the journal.
package final class JournalPart {
    /// Its place in the journal.
    let number: Int
    private let file: FileDescriptor
    var descriptor: Int32 { file.raw }
    private var mapping: Mapping?
    /// The card of the process that drew: its framebuffers are there as long as somebody has it open.
    var card: FileDescriptor?
    /// A screen of this process writes down here what it does.
    private(set) var isInUse = false

    /// Opens the file, or makes an empty one, for the same group as the directory.
    init(_ number: Int, in directory: String) throws(DisplayError) {
        self.number = number
        do throws(SystemError) {
            file = try RuntimeDirectory.open(Self.name(number), in: directory)
        } catch {
            throw DisplayError(error)
        }
    }

    /// "journal", "journal.1", "journal.2"...
    private static func name(_ number: Int) -> String {
        number == 0 ? "journal" : "journal.\(number)"
    }

    /// No machine has more displays.
    static let most = 16

    /// The parts that there are in a directory, the first one always.
    static func numbers(in directory: String) -> [Int] {
        (0..<most).filter { $0 == 0 || Files.exists(directory + "/" + name($0)) }
    }

    /// A screen still shows what a process that died has drawn, as far as this file knows.
    var isPending: Bool {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { head in
            do {
                try file.read(into: head, at: 0)
                return RecordHead.isPending(UnsafeRawBufferPointer(head))
            } catch {
                return false
            }
        }
    }

    // MARK: - The worker's side

    /// Makes room for a show on a framebuffer. Nothing is pending before `arm`.
    func prepare(_ record: JournalRecord) throws(DisplayError) -> [SavedRows] {
        clear()
        do throws(SystemError) {
            try file.allocate(record.fileBytes)
            let mapping = try Mapping(file, count: record.fileBytes)
            let base = mapping.base
            self.mapping = consume mapping
            record.head.write(to: base)
            isInUse = true
            return (0..<record.pageCount).map { record.rows($0, of: base) }
        } catch {
            throw DisplayError(error)
        }
    }

    /// Makes room for a show on copies of the picture. Nothing is pending before `arm`.
    func prepare(_ record: PrimaryRecord) throws(DisplayError) { try prepare(record.head) }

    /// Makes room for a show on a plane whose properties change. Nothing is pending before `arm`.
    func prepare(_ record: PropertyRecord) throws(DisplayError) { try prepare(record.head) }

    private func prepare(_ head: RecordHead) throws(DisplayError) {
        clear()
        do throws(SystemError) {
            try file.allocate(RecordHead.bytes)
            let mapping = try Mapping(file, count: RecordHead.bytes)
            head.write(to: mapping.base)
            self.mapping = consume mapping
            isInUse = true
        } catch {
            throw DisplayError(error)
        }
    }

    /// From now on a page may show at `place` what must be put back; nil: no more.
    func setPage(_ page: Int, _ place: Rect?) {
        guard let base = mapping?.base else { return }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        JournalRecord.setPage(page, place, in: base)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// From now on the screen may show what must be put back.
    func arm() {
        setPending(true)
    }

    /// The screen is given back.
    func clear() {
        setPending(false)
        isInUse = false
        mapping = nil
        try? file.resize(0)
    }

    private func setPending(_ isPending: Bool) {
        guard let base = mapping?.base else { return }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        RecordHead.setPending(isPending, in: base)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    // MARK: - Another process' side

    /// Puts back what is the HUD's and still stands; then nothing is pending.
    func putBack(on system: any DisplaySystem) throws(DisplayError) -> Journal.Repair {
        defer { card = nil }
        // A copy of our own: whoever can write the file could change it while it is believed, or cut it off.
        let bytes = try display { () throws(SystemError) in try copy() }
        defer { bytes.deallocate() }
        if isPending, let record = PrimaryRecord(UnsafeRawBufferPointer(bytes)) {
            return try flipBack(record, on: system)
        }
        if isPending, let record = PropertyRecord(UnsafeRawBufferPointer(bytes)) {
            return try restore(record, on: system)
        }
        guard let record = JournalRecord(UnsafeRawBufferPointer(bytes), fileSize: bytes.count) else {
            clear()
            return .nothing
        }
        guard let (device, geometry) = try record.reopen(on: system), geometry.hasLayout(of: record.geometry),
            let format = try? geometry.format()
        else {
            clear()
            return .screenChanged
        }
        var count = 0
        for (page, place) in record.places {
            let saveUnder = SaveUnder(
                device, record.geometry, format, area: place, rows: record.rows(page, of: bytes.baseAddress!))
            count += try display { () throws(SystemError) in try saveUnder.restore() }
        }
        clear()
        return .restored(pixels: count)
    }

    /// No HUD's rows take more: three pictures of 4700 x 4700 pixels.
    private static let largestFile = 1 << 28

    private func copy() throws(SystemError) -> UnsafeMutableRawBufferPointer {
        let size = try file.fileSize()
        let isSensible = size >= RecordHead.bytes && size <= Self.largestFile
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: isSensible ? size : 0, alignment: 64)
        do throws(SystemError) {
            try file.read(into: bytes, at: 0)
            return bytes
        } catch {
            bytes.deallocate()
            throw error
        }
    }
}
