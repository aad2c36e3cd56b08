/// What becomes of what a device says while a HUD shows.
public enum InputPolicy: String, Sendable, CaseIterable {
    /// Held off, and thrown away.
    case block
    /// Held off, and delivered by the same device when it has been let go: no scan is lost.
    case hold
    /// Left alone.
    case pass
}
