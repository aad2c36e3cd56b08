internal import HUDSystem

/// Displays that become dark while a HUD is on them.
///
/// Another program that makes one dark means it: it stays dark, and is made dark again after the show, because the last
/// process to close a card lights its display. That is written down when it is seen, so that it is done although both
/// processes of the show are killed.
///
/// The console, too, makes its display dark, after some time without a key (`consoleblank`). During a show it hears no
/// key, so that is taken back: the display is lit by the call that tells the console (FBIOBLANK, `fbcon_fb_blanked`).
/// It does not count as dark then, its timer starts anew, and a key wakes it as before.
struct Darkness {
    let system: any DisplaySystem
    let journal: Journal
    /// The framebuffers whose displays became dark during the show, as it is written in the journal.
    private var dark: Set<String> = []
    /// When the console's darkness was last taken back, by framebuffer.
    private var lit: [String: Int64] = [:]

    init(system: any DisplaySystem, journal: Journal) {
        self.system = system
        self.journal = journal
    }

    /// Looks at the displays that carry the HUD; opens nothing but the framebuffer of one that it lights.
    mutating func look(at displays: [OpenDisplay], _ nodes: DisplayNodes, mayLight: Bool = true) {
        for card in nodes.cards {
            guard displays.contains(where: { $0.card == card.path }),
                let framebuffer = nodes.framebuffer(of: card)
            else { continue }
            let path = framebuffer.path
            if let level = card.blankLevel {
                if dark.contains(path) { continue }
                let isOfConsole = mayLight && framebuffer == nodes.framebuffers.first
                if isOfConsole, let time = nodes.consoleBlankTime, light(path, time) { continue }
                if (try? journal.willLight(path, level: level)) != nil { dark.insert(path) }
            } else if card.isLit, dark.remove(path) != nil {
                journal.forgetDarkness(of: path)
            }
        }
    }

    /// Lights the console's display where its timer can have run out; false where it is dark for another reason.
    private mutating func light(_ path: String, _ seconds: Int64) -> Bool {
        let now = Clock.now()
        // A second for the time between two looks.
        if let last = lit[path], now - last < max(0, seconds - 1) * 1_000_000_000 { return false }
        guard (try? system.openFramebuffer(path).blank(0)) != nil else { return false }
        lit[path] = now
        return true
    }
}
