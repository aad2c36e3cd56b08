/// What becomes of what a device says while a HUD shows.
public enum InputPolicy: String, Sendable, CaseIterable {
    /// Held off, and thrown away.
    case block
    /// Held off, and said again by the same device when it has been let go: nobody loses a scan.
    case hold
    /// Left alone.
    case pass
}
