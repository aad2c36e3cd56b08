internal import Glibc
package import HUDSystem

/// What must be put back on the displays, in files, so that another process can do it: one that inherited this object, or
/// the next one to start. All that it needs stands in a file before it is on a display.
///
/// Each screen has a part of its own. A process that uses a journal holds the lock that keeps a second HUD from the
/// displays.
package final class Journal {
    private let directory: String
    private var parts: [JournalPart] = []

    private init(_ directory: String) {
        self.directory = directory
    }

    /// The journal in `directory`. Files are made there when there is something to be written.
    package static func open(directory: String) throws(DisplayError) -> Journal {
        Journal(directory)
    }

    /// A display still shows what a HUD has drawn there, as far as these files know.
    package var isPending: Bool { pending.contains { $0.isPending } }

    private var pending: [JournalPart] { JournalPart.numbers(in: directory).map(part) }

    private func part(numbered number: Int) -> JournalPart {
        if let part = parts.first(where: { $0.number == number }) { return part }
        let part = JournalPart(number, in: directory)
        parts.append(part)
        return part
    }

    // MARK: - The worker's side

    /// A part for one more screen, in which nothing is pending.
    ///
    /// - Throws: where all are taken.
    package func freePart() throws(DisplayError) -> JournalPart {
        for number in 0..<JournalPart.most {
            let part = part(numbered: number)
            if part.isFree { return part }
        }
        throw DisplayError(
            .failed, "there are more displays than can be put back after a crash, in \(directory)")
    }

    /// The display of `framebuffer` is dark now and will be lit. Written down before it is.
    func willLight(_ framebuffer: String, level: Int32) throws(DisplayError) {
        forgetDarkness(of: framebuffer)
        let part = try freePart()
        try part.prepare(.darkness(DarknessRecord(path: framebuffer, level: level)))
        part.arm()
    }

    /// It could not be lit, or is lit by another program now.
    func forgetDarkness(of framebuffer: String) {
        for part in pending {
            if case .darkness(let record) = part.record(), record.path == framebuffer { part.clear() }
        }
    }

    // MARK: - Another process' side

    /// What became of it.
    package indirect enum Repair: Equatable, Sendable {
        /// There was nothing to put back.
        case nothing
        case restored(pixels: Int)
        /// The display shows the picture itself again.
        case flippedBack
        /// The display is dark again.
        case darkened
        /// A plane's properties are as they were, and it is off.
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

    /// Takes over the card that the process which draws has shared for the part of this number, until its screen has
    /// been put back.
    package func hold(_ card: consuming FileDescriptor, forPart number: Int) {
        guard (0..<JournalPart.most).contains(number) else { return }
        part(numbered: number).hold(card)
    }

    /// That card is not needed any more: its screen has been given back.
    package func releaseCard(ofPart number: Int) {
        parts.first { $0.number == number }?.closeCard()
    }

    /// How often, and how far apart, what could not be put back is tried again at the end of a show.
    private static let tries = 4
    private static let pause: Int64 = 25_000_000

    /// The show is over and its screens are closed: puts back what the process that drew could not, closes the cards that
    /// were shared, and makes displays dark again that were lit for the show.
    ///
    /// - Returns: what there was to put back.
    /// - Throws: where something of this show could not be put back after some tries. It stays pending for the next
    ///   process.
    @discardableResult
    package func finish() throws(DisplayError) -> Repair { try finish(on: ThisSystem()) }

    @discardableResult
    package func finish(on system: any DisplaySystem) throws(DisplayError) -> Repair {
        var repair = Repair.nothing
        var failure: DisplayError?
        for attempt in 0..<Self.tries {
            if attempt > 0 { Clock.sleep(until: Clock.now() + Self.pause) }
            // What an earlier HUD left has been told.
            let left = pending.filter { $0.state == .pending }
            failure = putBack(left.filter { !$0.isDarkness }, on: system, &repair)
            if failure == nil { break }
        }
        for part in parts { part.closeCard() }
        _ = putBack(pending.filter(\.isDarkness), on: system, &repair)
        if let failure { throw failure }
        return repair
    }

    /// Puts back what is the HUD's and still stands, once the process that drew has gone. Where one screen fails the
    /// others are put back all the same.
    ///
    /// - Throws: the first failure; what failed stays pending.
    package func repair() throws(DisplayError) -> Repair {
        try repair(on: ThisSystem())
    }

    package func repair(on system: any DisplaySystem) throws(DisplayError) -> Repair {
        var repair = Repair.nothing
        let all = pending
        let failure = putBack(all.filter { !$0.isDarkness }, on: system, &repair)
        _ = putBack(all.filter(\.isDarkness), on: system, &repair)
        if let failure { throw failure }
        return repair
    }

    private func putBack(
        _ parts: [JournalPart], on system: any DisplaySystem, _ repair: inout Repair
    ) -> DisplayError? {
        var failure: DisplayError?
        for part in parts {
            do throws(DisplayError) {
                repair = repair.and(try part.putBack(on: system))
            } catch {
                failure = failure ?? error
            }
        }
        return failure
    }

    /// What cannot be put back now is kept for later, and does not count against the shows that follow; false where that
    /// has been said of all of it already.
    package func setAside() -> Bool {
        pending.reduce(false) { $1.setAside() || $0 }
    }
}

extension JournalPart {
    /// Its display was dark and has been lit.
    fileprivate var isDarkness: Bool {
        if case .darkness = record() { return true }
        return false
    }
}
