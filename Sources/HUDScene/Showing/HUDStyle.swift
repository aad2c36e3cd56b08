/// How HUDs look on a screen: the theme, and what the command line or a program changes of it.
public struct HUDStyle: Sendable {
    /// How a HUD of each kind looks and moves.
    public var theme: Theme = .standard
    /// Pixels per point, 1...8; nil: what suits the display.
    public var scale: Double?
    /// The label's font file; nil: the default face.
    public var font: String?
    /// The detail's font file; nil: `font`, or the default face's sister that is not bold.
    public var detailFont: String?

    /// The default look.
    public init() {}

    /// How a HUD of this kind looks and moves.
    public subscript(kind: HUD.Kind) -> Look { theme[kind] }
}
