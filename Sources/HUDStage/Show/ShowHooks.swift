internal import HUDScene
internal import HUDSystem

/// What goes with a HUD for those who do not look: the console's bell, and a program for each kind of HUD, for a beep
/// or a light. It runs when the HUD is on glass, again when the HUD becomes one of another kind, and is never waited for.
final class ShowHooks {
    private let request: ShowRequest
    private var hud: HUD
    private var hasBegun = false

    init(_ request: ShowRequest) {
        self.request = request
        hud = request.hud
    }

    /// It is on glass. `report` gets a line about what could not be done.
    func begin(_ report: (String) -> Void) {
        if hasBegun { return }
        hasBegun = true
        give(report)
    }

    /// It says something else.
    func change(to next: HUD, _ report: (String) -> Void) {
        let isOther = next.kind.section != hud.kind.section
        hud = next
        if hasBegun && isOther { give(report) }
    }

    private func give(_ report: (String) -> Void) {
        if request.hasBell {
            do throws(SystemError) {
                // To the console that is on the screen.
                try FileDescriptor.open("/dev/tty0", [.write, .noTerminal]).write([0x07])
            } catch {
                report("the bell could not be rung: \(error)")
            }
        }
        let words = request.style[hud.kind].onShow
        if words.isEmpty { return }
        do throws(SystemError) {
            try Command.launch(words)
        } catch {
            report("on-show: \(error)")
        }
    }
}
