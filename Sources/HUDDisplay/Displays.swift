public import HUDPixels

/// Finds the displays of this machine and opens the one to use.
public enum Displays {
    /// Opens what `choice` says; the thread that calls this is the one that uses the screens.
    ///
    /// `output` is a connector's name: that one or none. `rotation` says how the HUD is turned there.
    ///
    /// `region` is asked with a candidate's size, in pixels and, where it is known, in millimetres, and answers
    /// the part of the screen that the HUD will need in all its poses (it may stick out). `note` gets a line for
    /// what was taken and for each that was not, and why; it may be called as long as the screens live.
    /// `entrust` gets the descriptor of a card that whoever puts the screen back must hold, too
    /// (`Journal.hold`), before anything is shown on it.
    public static func open(
        _ choice: DisplayChoice, output: String? = nil, rotation: Rotation = .auto, journal: Journal,
        region: @escaping (Size, _ millimetres: Size?) -> Rect,
        entrust: @escaping (Int32) -> Void, note: @escaping (String) -> Void
    ) throws(DisplayError) -> [any Screen] {
        try open(
            choice, output: output, rotation: rotation, on: ThisSystem(), journal: journal, region: region,
            entrust: entrust, note: note)
    }

    package static func open(
        _ choice: DisplayChoice, output: String? = nil, rotation: Rotation = .auto,
        on system: any DisplaySystem, journal: Journal,
        region: @escaping (Size, _ millimetres: Size?) -> Rect, entrust: @escaping (Int32) -> Void,
        note: @escaping (String) -> Void
    ) throws(DisplayError) -> [any Screen] {
        if case .image(let path, let size, let color) = choice {
            return [ImageScreen(path: path, size: size, color: color)]
        }
        // Before it becomes this HUD's background.
        if journal.isPending {
            note("an earlier HUD was not taken away: \(try journal.repair(on: system))")
        }
        let chooser = DisplayChooser(
            probe: DisplayProbe(system: system, journal: journal, outputName: output), journal: journal,
            region: region, rotation: rotation, entrust: entrust, note: note)
        let screen: any Screen =
            switch choice {
            case .plane(let card): try chooser.plane(card)
            case .copies(let card): try chooser.copies(card)
            case .framebuffer(let path): try chooser.framebuffer(path)
            default: try chooser.best()
            }
        note("using \(screen.name)")
        return [screen]
    }
}
