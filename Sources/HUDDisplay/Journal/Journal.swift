internal import Glibc
public import HUDSystem

/// What must be put back on the displays, in files, so that another process can do it: one that inherited
/// this object, or the next one to start. All that it needs stands in a file, before it is on a screen.
///
/// Each screen has a part of its own. Whoever uses a journal holds the lock that keeps a second HUD from the
/// displays. A plane needs none: the kernel takes it from a process that dies.
public final class Journal {
    private let directory: String
    private var parts: [JournalPart]

    private init(_ first: JournalPart, in directory: String) {
        parts = [first]
        self.directory = directory
    }

    /// Opens the journal in `directory`, or makes an empty one, for the same group as the directory.
    public static func open(directory: String) throws(DisplayError) -> Journal {
        Journal(try JournalPart(0, in: directory), in: directory)
    }

    /// The open files, for a process that is split off and has this object.
    package var descriptors: [Int32] { parts.map(\.descriptor) }

    /// A screen still shows what a process that died has drawn, as far as these files know.
    public var isPending: Bool {
        JournalPart.numbers(in: directory).contains { (try? part(numbered: $0))?.isPending == true }
            || !BlankRecord.read(in: directory).isEmpty
    }

    private func part(numbered number: Int) throws(DisplayError) -> JournalPart {
        if let part = parts.first(where: { $0.number == number }) { return part }
        let part = try JournalPart(number, in: directory)
        parts.append(part)
        return part
    }

    // MARK: - The worker's side

    /// A part for one more screen: one that nobody uses and in which nothing is pending.
    package func freePart() throws(DisplayError) -> JournalPart {
        for number in 0..<JournalPart.most {
            let part = try part(numbered: number)
            if !part.isInUse && !part.isPending { return part }
        }
        throw DisplayError(.failed, "there are more displays than can be put back after a crash")
    }

    /// The display of `framebuffer` is dark now and will be lit. Written down before it is.
    func willLight(_ framebuffer: String, level: Int32) throws(DisplayError) {
        try display { () throws(SystemError) in
            var records = BlankRecord.read(in: directory).filter { $0.framebuffer != framebuffer }
            records.append(BlankRecord(framebuffer: framebuffer, level: level))
            try BlankRecord.write(records, in: directory)
        }
    }

    /// It could not be lit.
    func forgetDarkness(of framebuffer: String) {
        let others = BlankRecord.read(in: directory).filter { $0.framebuffer != framebuffer }
        try? BlankRecord.write(others, in: directory)
    }

    // MARK: - Another process' side

    /// What became of it.
    public indirect enum Repair: Equatable, Sendable {
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
        /// On one screen this, on others that.
        case several(Repair, Repair)

        fileprivate func and(_ other: Repair) -> Repair {
            switch (self, other) {
            case (.nothing, _): other
            case (_, .nothing): self
            case (.restored(let some), .restored(let more)): .restored(pixels: some + more)
            default: self == other ? self : .several(self, other)
            }
        }
    }

    /// Takes over the card that the process which draws has shared for the part of this number, until
    /// something has been put back.
    public func hold(_ card: consuming FileDescriptor, forPart number: Int) {
        guard (0..<JournalPart.most).contains(number), let part = try? part(numbered: number) else { return }
        part.card = consume card
    }

    /// That card is not needed any more: its screen has been given back.
    public func releaseCard(ofPart number: Int) {
        parts.first { $0.number == number }?.card = nil
    }

    /// The show is over and the screens given back: closes the cards that were shared, and makes displays dark
    /// again that were lit for the show.
    public func finish() {
        for part in parts { part.card = nil }
        darken(on: ThisSystem())
    }

    /// Puts back what is the HUD's and still stands; then nothing is pending. Only once the process that drew
    /// has gone. Where one screen fails the others are put back all the same.
    public func repair() throws(DisplayError) -> Repair {
        try repair(on: ThisSystem())
    }

    package func repair(on system: any DisplaySystem) throws(DisplayError) -> Repair {
        var repair = Repair.nothing
        var failure: DisplayError?
        for number in JournalPart.numbers(in: directory) {
            do throws(DisplayError) {
                repair = repair.and(try part(numbered: number).putBack(on: system))
            } catch {
                failure = failure ?? error
            }
        }
        let isDarkened = darken(on: system)
        if let failure { throw failure }
        return isDarkened && repair == .nothing ? .darkened : repair
    }

    /// Whether there was anything to do. To be called when this process has the cards closed.
    @discardableResult
    private func darken(on system: any DisplaySystem) -> Bool {
        let records = BlankRecord.read(in: directory)
        for record in records {
            // Where it fails somebody else has the display now and lights it for himself.
            if let device = try? system.openFramebuffer(record.framebuffer) {
                try? device.blank(record.level)
            }
        }
        if !records.isEmpty { try? BlankRecord.write([], in: directory) }
        return !records.isEmpty
    }
}
