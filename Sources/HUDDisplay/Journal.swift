internal import Glibc
internal import HUDPixels
public import HUDSystem
internal import Synchronization

/// What must be put back on a display, in a file, so that another process can do it: one that inherited
/// this object, or the next one to start. All that it needs stands in the file, before it is on the screen.
///
/// Whoever uses a journal holds the lock that keeps a second HUD from the display. A plane needs none: the
/// kernel takes it from a process that dies.
public final class Journal {
    private let file: FileDescriptor
    private var mapping: Mapping?
    /// The card of the process that drew: its framebuffers are there as long as somebody has it open.
    var card: FileDescriptor?

    let directory: String

    private init(_ file: consuming FileDescriptor, in directory: String) {
        self.file = file
        self.directory = directory
    }

    /// Opens the journal in `directory`, or makes an empty one, for the same group as the directory.
    public static func open(directory: String) throws(DisplayError) -> Journal {
        do throws(SystemError) {
            return Journal(try RuntimeDirectory.open("journal", in: directory), in: directory)
        } catch {
            throw DisplayError(error)
        }
    }

    /// A screen still shows what a process that died has drawn, as far as this file knows.
    public var isPending: Bool { isDrawn || BlankRecord.read(in: directory) != nil }

    private var isDrawn: Bool {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { head in
            do {
                try file.read(into: head, at: 0)
                return JournalRecord.isPending(UnsafeRawBufferPointer(head))
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
            record.write(to: base)
            return (0..<record.pageCount).map { record.rows($0, of: base) }
        } catch {
            throw DisplayError(error)
        }
    }

    /// Makes room for a show on copies of the picture. Nothing is pending before `arm`.
    func prepare(_ record: PrimaryRecord) throws(DisplayError) {
        try prepareHead { record.write(to: $0) }
    }

    /// Makes room for a show on a plane whose properties change. Nothing is pending before `arm`.
    func prepare(_ record: PropertyRecord) throws(DisplayError) {
        try prepareHead { record.write(to: $0) }
    }

    private func prepareHead(_ write: (UnsafeMutableRawPointer) -> Void) throws(DisplayError) {
        clear()
        do throws(SystemError) {
            try file.allocate(JournalRecord.headBytes)
            let mapping = try Mapping(file, count: JournalRecord.headBytes)
            write(mapping.base)
            self.mapping = consume mapping
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
        mapping = nil
        try? file.resize(0)
    }

    private func setPending(_ isPending: Bool) {
        guard let base = mapping?.base else { return }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        JournalRecord.setPending(isPending, in: base)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    // MARK: - Another process' side

    /// What became of it.
    public enum Repair: Equatable, Sendable {
        /// There was nothing to put back.
        case nothing
        case restored(pixels: Int)
        /// The display shows the picture itself again.
        case flippedBack
        /// The display is dark again.
        case darkened
        /// A plane's properties are as they were; the kernel had taken the plane off.
        case propertiesRestored
        /// The screen has another size or layout now, or is gone: nothing was written.
        case screenChanged
    }

    /// Takes over the card that the process which draws has entrusted, until something has been put back.
    public func hold(_ card: consuming FileDescriptor) {
        self.card = consume card
    }

    /// Puts back what is the HUD's and still stands; then nothing is pending. Only once the process that drew
    /// has gone.
    public func repair() throws(DisplayError) -> Repair {
        try repair(on: ThisSystem())
    }

    package func repair(on system: any DisplaySystem) throws(DisplayError) -> Repair {
        let repair = try putBack(on: system)
        card = nil
        return darken(on: system) && repair == .nothing ? .darkened : repair
    }

    private func putBack(on system: any DisplaySystem) throws(DisplayError) -> Repair {
        // A copy of our own: whoever can write the file could change it while it is believed, or cut it off.
        let bytes = try display { () throws(SystemError) in try copy() }
        defer { bytes.deallocate() }
        if isDrawn, let record = PrimaryRecord(UnsafeRawBufferPointer(bytes)) {
            return try flipBack(record, on: system)
        }
        if isDrawn, let record = PropertyRecord(UnsafeRawBufferPointer(bytes)) {
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
        let isSensible = size >= JournalRecord.headBytes && size <= Self.largestFile
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
