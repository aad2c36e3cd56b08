public import HUDDisplay
public import HUDInput
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
    /// From the first frame on glass to its leaving, in nanoseconds; `.max`: until it is told to leave.
    public var duration = Look.standard.stay
    /// How long it waits before it appears, in nanoseconds: what is over meanwhile is never seen.
    public var grace: Int64 = 0
    /// How long it stays at least from its first frame on, in nanoseconds, whoever tells it to leave.
    public var least: Int64 = 0
    /// Whether the console's bell rings when it appears.
    public var hasBell = false
    /// Where.
    public var display: DisplayChoice = .auto
    /// The connector to show it on ("HDMI-A-1"); nil: on all that are lit.
    public var output: String?
    /// How it is turned there.
    public var rotation: Rotation = .auto
    /// What becomes of input while it shows.
    public var input = InputRules()
    /// How long input is held off at most, in nanoseconds, though it still shows.
    public var maxBlock: Int64 = 30_000_000_000
    /// How long a device is waited for that has something held down at the end, in nanoseconds.
    public var settle: Int64 = 5_000_000_000
    /// Whether notices say what was chosen and why.
    public var isVerbose = false
    /// Whether it may become another one while it shows, so that room is kept for whatever may come.
    var mayChange = false

    /// Somebody else says when it ends; so the two processes of the show ask after each other.
    var isOpenEnded: Bool { mayChange || duration == .max }

    /// How the HUD looks and moves.
    public var look: Look { theme[hud.kind] }

    /// A HUD in the default look, on whatever display suits.
    public init(hud: HUD) {
        self.hud = hud
    }
}
