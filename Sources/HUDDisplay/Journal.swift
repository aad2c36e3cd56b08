/// What must be put back on a framebuffer, in a file, so that another process can do it.
public final class Journal {
    /// Opens the journal in `directory`, or makes an empty one.
    public static func open(directory: String) throws(DisplayError) -> Journal {
        fatalError("being written")
    }

    /// A screen still shows what a process that died has drawn, as far as this file knows.
    public var isPending: Bool { fatalError("being written") }

    /// Puts back what is the HUD's and still stands; then nothing is pending.
    public func repair() throws(DisplayError) -> Repair {
        fatalError("being written")
    }

    public enum Repair: Equatable, Sendable {
        /// There was nothing to put back.
        case nothing
        case restored(pixels: Int)
        /// The screen has another size or layout now, or is gone: nothing was written.
        case screenChanged
    }
}
