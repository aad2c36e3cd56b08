package import HUDPixels
internal import HUDSystem

/// The displays of one show: those that are lit at its beginning, and those that come while it is on.
///
/// Used by one thread, which is the one that uses the screens.
package final class Displays {
    /// How long a display that was lost is looked for again, without another word from it.
    private static let tries = 8

    private let choice: DisplayChoice
    private let outputName: String?
    private let rotation: Rotation
    private let system: any DisplaySystem
    private let journal: Journal
    private let region: (Size, Size?) -> Rect
    private let shareCard: (_ card: Int32?, _ part: Int) -> Void
    private let note: (_ line: String, _ isDetail: Bool) -> Void
    private var present: [OpenDisplay] = []
    /// Those that failed and could not be put back.
    private var stained: [OpenDisplay] = []
    private var nodes: DisplayNodes
    private var darkness: Darkness
    /// Cards and framebuffers of screens that failed, and how often each is still tried.
    private var lost: [String: Int] = [:]

    /// `placement` says what is used. Nothing is opened before `open`.
    ///
    /// `region` is asked with a candidate's size, in pixels and, where it is known, in millimetres, and answers
    /// the part of the screen that the HUD will need in all its poses (it may stick out). `note` gets a line for
    /// what was taken and for each that was not, and why; it is a detail where nothing is amiss.
    /// `shareCard` gets the descriptor of a card that the process which puts the screen back must hold, too
    /// (`Journal.hold`), before anything is shown on it, and nil when it is given back.
    package convenience init(
        _ placement: Placement, journal: Journal,
        region: @escaping (Size, _ millimetres: Size?) -> Rect,
        shareCard: @escaping (_ card: Int32?, _ part: Int) -> Void,
        note: @escaping (_ line: String, _ isDetail: Bool) -> Void
    ) {
        self.init(
            placement.display, output: placement.output, rotation: placement.rotation, on: ThisSystem(),
            journal: journal, region: region, shareCard: shareCard, note: note)
    }

    package init(
        _ choice: DisplayChoice, output: String? = nil, rotation: Rotation = .auto,
        on system: any DisplaySystem, journal: Journal,
        region: @escaping (Size, _ millimetres: Size?) -> Rect,
        shareCard: @escaping (_ card: Int32?, _ part: Int) -> Void,
        note: @escaping (_ line: String, _ isDetail: Bool) -> Void
    ) {
        self.choice = choice
        outputName = output
        self.rotation = rotation
        self.system = system
        self.journal = journal
        self.region = region
        self.shareCard = shareCard
        self.note = note
        nodes = system.nodes
        darkness = Darkness(system: system, journal: journal)
    }

    /// How long giving one display back may take, in nanoseconds: a flip back that the kernel refuses is tried again so long.
    package static let giveBackLimit: Int64 = 500_000_000

    /// Those that carry the HUD.
    package var screens: [any Screen] { present.map(\.screen) }

    /// Opens every display of the choice. Those that cannot be used are told of; where none can, this throws why.
    package func open() throws(DisplayError) {
        if case .image(let path, let size, let color) = choice {
            let screen = ImageScreen(path: path, size: size, color: color)
            present = [OpenDisplay(screen: screen, part: try journal.freePart())]
            return
        }
        // Before it becomes this HUD's background.
        if journal.isPending { try repair() }
        nodes = system.nodes
        lost = [:]
        let refusals = try add { _ in true }
        if present.isEmpty { throw Self.nothing(refusals) }
    }

    /// Looks, without opening anything, whether displays have come, and opens those. To be called a few times a
    /// second.
    package func lookForMore() {
        // A lease is of what it was of at the beginning.
        if choice.isGiven { return }
        let before = nodes
        nodes = system.nodes
        darkness.look(at: present, nodes)
        putBackStained()
        guard nodes != before || !lost.isEmpty else { return }
        // Never one that is dark: another program made it so.
        var wanted = Set(nodes.cards.filter { $0.isLit && !before.cards.contains($0) }.map(\.path))
        wanted.formUnion(nodes.framebuffers.filter { !before.framebuffers.contains($0) }.map(\.path))
        let lit = Set(nodes.cards.filter(\.isLit).map(\.path) + nodes.framebuffers.map(\.path))
        wanted.formUnion(lost.keys.filter(lit.contains))
        // What stands there would become the background.
        wanted.subtract(stained.compactMap(\.path))
        lost = lost.compactMapValues { $0 > 1 ? $0 - 1 : nil }
        if !wanted.isEmpty { _ = try? add(where: wanted.contains) }
    }

    private func repair() throws(DisplayError) {
        do throws(DisplayError) {
            let repair = try journal.repair(on: system)
            if repair != .nothing { note("an earlier HUD was not taken away: \(repair)", true) }
        } catch {
            // It is kept, and does not stop this show. A display that is busy will be told of, if it is used.
            let isNew = journal.setAside()
            let line = "what an earlier HUD left cannot be put back: \(error.description)"
            note(line, !isNew || error.kind == .busy)
        }
    }

    private func add(where isWanted: @escaping (String) -> Bool) throws(DisplayError) -> [DisplayError] {
        let note = self.note
        var chooser = DisplayChooser(
            probe: DisplayProbe(system: system, nodes: nodes, journal: journal, outputName: outputName),
            journal: journal, region: region, rotation: rotation, shareCard: shareCard,
            note: { note($0, true) },
            present: present, isWanted: isWanted)
        try chooser.open(choice)
        present += chooser.opened
        for refusal in chooser.refusals {
            // Where there is no other it is the error itself; nothing to see on a card is nothing amiss.
            note(refusal.description, present.isEmpty || refusal.kind == .noDisplay)
        }
        for display in chooser.opened {
            note("using \(display.screen.name)", true)
            if let path = display.path { lost[path] = nil }
        }
        return chooser.refusals
    }

    /// The refusal that says most.
    private static func nothing(_ refusals: [DisplayError]) -> DisplayError {
        for kind in [DisplayError.Kind.busy, .notPermitted, .failed] {
            if let error = refusals.first(where: { $0.kind == kind }) { return error }
        }
        let reason = refusals.isEmpty ? "" : " (\(refusals.map(\.description).joined(separator: "; ")))"
        // A container or an initramfs may lack what displays are found by.
        let missing = MachineFolders.missing().map { "; " + $0 }.joined()
        return DisplayError(
            .noDisplay, "no display can be used\(reason)\(missing); to render to a file instead: hud render")
    }

    // MARK: - Ending

    /// One has failed: what can be put back on it is, and it is looked for again.
    package func drop(_ screen: any Screen) {
        guard let index = present.firstIndex(where: { $0.screen === screen }) else { return }
        lookAtDarkness()
        let display = present.remove(at: index)
        do throws(DisplayError) { try screen.giveBack() } catch { stained.append(display) }
        release(display)
        if let path = display.path { lost[path] = Self.tries }
    }

    /// Takes the HUD from all of them, each one as it would have been; throws what went wrong first.
    package func giveBack() throws(DisplayError) {
        try end { (screen) throws(DisplayError) in try screen.giveBack() }
    }

    /// The same where the picture on them is another console's now.
    package func abandon() throws(DisplayError) {
        try end { (screen) throws(DisplayError) in try screen.abandon() }
    }

    private func end(_ body: (any Screen) throws(DisplayError) -> Void) throws(DisplayError) {
        lookAtDarkness()
        var failure: DisplayError?
        for display in present {
            do throws(DisplayError) {
                try body(display.screen)
            } catch {
                failure = failure ?? error
            }
            release(display)
        }
        present = []
        if let error = putBackStained() { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Before cards are closed, which lights their displays.
    private func lookAtDarkness() {
        if !choice.isGiven { darkness.look(at: present, system.nodes, mayLight: false) }
    }

    /// Tries again what could not be put back; returns why it still cannot.
    @discardableResult
    private func putBackStained() -> DisplayError? {
        var failure: DisplayError?
        // On a display that has gone there is nothing to put back.
        let nodes = system.nodes
        let paths = nodes.cards.map(\.path) + nodes.framebuffers.map(\.path)
        stained.removeAll { display in
            if !paths.contains(display.framebuffer ?? display.card ?? "") { return true }
            do throws(DisplayError) {
                try display.screen.giveBack()
                release(display)
                return true
            } catch {
                failure = failure ?? error
                return false
            }
        }
        return failure
    }

    /// Keeps the card shared where something could not be put back: the process that holds it tries again.
    private func release(_ display: OpenDisplay) {
        if !display.part.isPending { shareCard(nil, display.part.number) }
    }
}
