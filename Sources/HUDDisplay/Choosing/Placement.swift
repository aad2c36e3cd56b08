/// Where a HUD is shown.
public struct Placement: Sendable {
    /// On which display, and by which way onto it.
    public var display: DisplayChoice = .auto
    /// The connector to show it on ("HDMI-A-1"); nil: on all that are lit.
    public var output: String?
    /// How it is turned there.
    public var rotation: Rotation = .auto

    /// On every display that is lit, as suits it.
    public init() {}
}
