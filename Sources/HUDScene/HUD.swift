public import HUDImage
public import HUDText

/// What a HUD says.
public struct HUD: Equatable, Sendable {
    /// Below the icon; may be empty. Its line breaks are kept.
    public var label: String
    /// The sign above the label.
    public var icon: Icon
    /// A picture in the sign's place.
    public var picture: Artwork?

    /// A HUD with a label and, if nothing else is asked for, the check mark.
    public init(label: String, icon: Icon = .check, picture: Artwork? = nil) {
        self.label = label
        self.icon = icon
        self.picture = picture
    }

    /// Whether anything stands above the label.
    var hasIcon: Bool { picture != nil || icon != .none }
}
