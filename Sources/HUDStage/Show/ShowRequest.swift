public import HUDDisplay
public import HUDInput
public import HUDScene

/// One HUD to be shown: what it is and how it looks, when, where, and what becomes of input meanwhile.
public struct ShowRequest {
    /// What it says.
    public var hud: HUD
    /// How it looks and moves.
    public var style = HUDStyle()
    /// From the first frame on glass to its leaving, in nanoseconds; `.max`: until it is told to leave.
    public var duration = Look.standard.stay
    /// How long it waits before it appears, in nanoseconds: what is over meanwhile is never seen.
    public var grace: Int64 = 0
    /// How long what it says last stays at least, from its first frame or from the change on, in nanoseconds, even if it
    /// is told to leave.
    public var least: Int64 = 0
    /// Where.
    public var placement = Placement()
    /// What becomes of input while it shows.
    public var input = InputHandling()
    /// Whether the console's bell rings when it appears.
    public var hasBell = false
    /// Whether the caller wants to know what became of input: it is told when held scans have been delivered.
    public var wantsRecords = false
    /// Whether notices say what was chosen and why.
    public var isVerbose = false
    /// The HUDs that it may become while it shows, where they are known beforehand: their texts have room, and no others.
    /// nil: any.
    package var successors: [HUD]?
    /// Whether it may become another one while it shows, so that room is kept for what may come.
    var mayChange = false

    /// The room that is kept for it on a screen.
    var room: Scene.Room {
        guard mayChange else { return .content(hud) }
        return successors.map { .each([hud] + $0) } ?? .any([hud])
    }

    /// It ends when it is told to, so the two processes of the show ask after each other.
    var isOpenEnded: Bool { mayChange || duration == .max }

    /// How the HUD looks and moves.
    public var look: Look { style[hud.kind] }

    /// A HUD in the default look, on whatever display suits.
    public init(hud: HUD) {
        self.hud = hud
    }
}
