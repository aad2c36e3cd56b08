internal import Glibc
internal import HUDPixels
internal import HUDSystem
internal import Synchronization

/// What must be put back on one display, in a file of the journal.
///
/// The file is made anew for each show and is written by its owner alone: other members of the group read it, put back
/// what it says, and remove it. So another user cannot cut it off while it is mapped, which would end the process that
/// draws (SIGBUS).
package final class JournalPart {
    /// Its place in the journal.
    let number: Int
    private let directory: String
    private var mapping: Mapping?
    /// The card of the process that drew: its framebuffers are there as long as a process has it open.
    private var card: FileDescriptor?
    private var adopted: (any DRMDevice)?
    /// A screen of this process writes down here what it does.
    private(set) var isInUse = false

    /// Nothing is opened.
    init(_ number: Int, in directory: String) {
        self.number = number
        self.directory = directory
    }

    /// "journal", "journal.1", "journal.2"...
    private static let prefix = "journal"
    private var name: String { number == 0 ? Self.prefix : "\(Self.prefix).\(number)" }

    /// No machine has more displays. Each can need two: one for the HUD, one because it was dark.
    static let most = 32

    /// The parts that there are in a directory.
    static func numbers(in directory: String) -> [Int] {
        Files.names(in: directory).compactMap { name in
            if name == prefix { return 0 }
            guard name.hasPrefix(prefix + "."), let number = Int(name.dropFirst(prefix.count + 1)),
                (1..<most).contains(number)
            else { return nil }
            return number
        }.sorted()
    }

    /// What is to be done, as far as the file says.
    var state: RestoreRecord.State {
        guard let file = try? open() else { return .none }
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { head in
            guard (try? file.read(into: head, at: 0)) != nil else { return .none }
            return RestoreRecord.state(in: UnsafeRawBufferPointer(head))
        }
    }

    /// The display still shows what the HUD has drawn, as far as the file knows.
    var isPending: Bool { state != .none }

    /// No screen uses it, and nothing is to be put back.
    var isFree: Bool { !isInUse && state == .none && remove() }

    private func open(_ mode: FileDescriptor.Mode = .read) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor.open(directory + "/" + name, [mode, .noFollow, .nonBlocking])
        guard try file.status().isRegular else { throw SystemError("use", file.path, code: EINVAL) }
        return file
    }

    /// Whether there is no file any more.
    @discardableResult
    private func remove() -> Bool { RuntimeDirectory.remove(name, in: directory) }

    // MARK: - The worker's side

    /// Makes room for a show on a framebuffer. Nothing is pending before `arm`.
    func prepare(_ record: PixelsRecord) throws(DisplayError) -> [SavedRows] {
        let base = try prepare(.pixels(record))
        return (0..<record.pageCount).map { record.rows($0, of: base) }
    }

    /// Writes a record down. Nothing is pending before `arm`.
    @discardableResult
    func prepare(_ record: RestoreRecord) throws(DisplayError) -> UnsafeMutableRawPointer {
        clear()
        do throws(SystemError) {
            let file = try RuntimeDirectory.make(name, in: directory)
            try file.allocate(record.fileBytes)
            let mapping = try Mapping(file, count: record.fileBytes)
            let base = mapping.base
            record.write(to: base)
            self.mapping = consume mapping
            isInUse = true
            return base
        } catch {
            throw DisplayError(error)
        }
    }

    /// From now on a page may show at `place` what must be put back; nil: no more.
    func setPage(_ page: Int, _ place: Rect?) {
        guard let base = mapping?.base else { return }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        PixelsRecord.setPage(page, place, in: base)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// From now on the display may show what must be put back.
    func arm() { setState(.pending) }

    /// Everything is put back.
    func clear() {
        setState(.none)
        isInUse = false
        mapping = nil
        if remove() { return }
        // Another user's, in a folder where only he can remove it.
        if let file = try? open(.readWrite) { try? RestoreRecord.setState(.none, in: file) }
    }

    private func setState(_ state: RestoreRecord.State) {
        guard let base = mapping?.base else { return }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        RestoreRecord.setState(state, in: base)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    // MARK: - Another process' side

    /// Takes over the card of the process that draws.
    func hold(_ card: consuming FileDescriptor) { self.card = consume card }

    /// That card, as long as it is held.
    func sharedCard(on system: any DisplaySystem) -> (any DRMDevice)? {
        if adopted == nil, let card = card.take() { adopted = system.adopt(card) }
        return adopted
    }

    func closeCard() {
        card = nil
        adopted?.close()
        adopted = nil
    }

    /// What could not be put back is an earlier HUD's from now on, and does not count against those that follow; false
    /// where it was that already.
    func setAside() -> Bool {
        guard state == .pending else { return false }
        if let file = try? open(.readWrite) { try? RestoreRecord.setState(.aside, in: file) }
        return true
    }

    /// What the file says; nil where nothing is to be done.
    func record() -> RestoreRecord? {
        withContents { RestoreRecord(UnsafeRawBufferPointer($0)) } ?? nil
    }

    /// No HUD's rows take more: three pictures of 4700 x 4700 pixels.
    private static let largestFile = 1 << 28

    /// Gives `body` a copy of the file: what other users can write may change, or be cut off, while it is read.
    func withContents<Value>(_ body: (UnsafeMutableRawBufferPointer) -> Value) -> Value? {
        guard let file = try? open(), let size = try? file.fileSize(),
            (RestoreRecord.headBytes...Self.largestFile).contains(size)
        else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
        defer { bytes.deallocate() }
        guard (try? file.read(into: bytes, at: 0)) != nil else { return nil }
        return body(bytes)
    }
}
