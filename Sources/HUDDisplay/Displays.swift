public import HUDPixels

/// Finds the displays of this machine and opens the one to use.
public enum Displays {
    /// Opens what `choice` says; the thread that calls this is the one that uses the screens.
    ///
    /// `region` is asked with a candidate's size, in pixels and, where it is known, in millimetres, and answers
    /// the part of the screen that the HUD will need in all its poses (it may stick out). `note` gets a line for
    /// what was taken and for each that was not, and why.
    public static func open(
        _ choice: DisplayChoice, journal: Journal, region: (Size, _ millimetres: Size?) -> Rect,
        note: (String) -> Void
    ) throws(DisplayError) -> [any Screen] {
        fatalError("being written")
    }

    /// Every display of this machine, for `hud doctor`.
    public static func survey() -> [DisplayReport] {
        fatalError("being written")
    }
}
