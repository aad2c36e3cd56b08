public import HUDText

/// What a HUD says.
public struct HUD: Equatable, Sendable {
    /// One line below the icon; may be empty.
    public var label: String
    /// The sign above the label.
    public var icon: Icon

    /// A HUD with a label and, if nothing else is asked for, the check mark.
    public init(label: String, icon: Icon = .check) {
        self.label = label
        self.icon = icon
    }
}
