public import HUDDisplay
public import HUDScene

/// One HUD to be shown: what, how long, where, and what happens to input meanwhile.
public struct ShowRequest {
    /// What it says.
    public var hud: HUD
    /// How it looks and moves.
    public var theme: Theme = .standard
    /// Pixels per point; nil: what suits the display.
    public var scale: Double?
    /// A font file; nil: the default face.
    public var font: String?
    /// The detail's font file; nil: `font`, or the default one's sister that is not bold.
    public var detailFont: String?
    /// From the first frame on glass to its leaving, in nanoseconds.
    public var duration = Look.standard.stay
    /// Where.
    public var display: DisplayChoice = .auto
    /// The connector to show it on ("HDMI-A-1"); nil: the first that is lit.
    public var output: String?
    /// How it is turned there.
    public var rotation: Rotation = .auto
    /// Whether keyboards, pointers and touch are held off while it shows.
    public var holdsInput = true
    /// How long a device is waited for that has something held down at the end, in nanoseconds.
    public var settle: Int64 = 5_000_000_000
    /// Whether notices say what was chosen and why.
    public var isVerbose = false

    /// How the HUD looks and moves.
    public var look: Look { theme[hud.kind] }

    /// A HUD in the default look, on whatever display suits.
    public init(hud: HUD) {
        self.hud = hud
    }
}
