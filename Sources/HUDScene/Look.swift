public import HUDPixels

/// How one kind of HUD looks and moves. Lengths are in points, times in nanoseconds.
public struct Look: Equatable, Sendable {
    /// The sides of the box that is not grown by its content.
    public var boxSize = 96.0
    /// The most that the box may grow to across; 0: as much as the screen leaves.
    public var greatestWidth = 0.0
    /// The most that the box may grow to down; 0: as much as the screen leaves.
    public var greatestHeight = 0.0
    /// Radius of the box's corners.
    public var cornerRadius = 10.0
    /// What stays free on either side of a text that grows the box.
    public var padding = 12.0
    /// The box's colour, with its alpha.
    public var boxColor = Color(red: 0, green: 0, blue: 0, alpha: 191)  // 0.75
    /// Sign and label.
    public var inkColor = Color.white
    /// The detail.
    public var detailColor = Color(red: 255, green: 255, blue: 255, alpha: 204)  // 0.8
    /// What a progress or a spinner has yet to cover.
    public var trackColor = Color(red: 255, green: 255, blue: 255, alpha: 64)  // 0.25

    /// The sides of the sign's square.
    public var iconSize = 28.0
    /// How thick the lines of a sign 28 points wide are; others in proportion.
    public var lineWidth = 3.0
    /// The centre of the sign's square, below the centre of a box that is not grown.
    public var iconOffset = -12.0
    /// The label's font file; empty: the default one. The same for every kind.
    public var font = ""
    /// The detail's font file; empty: the default one. The same for every kind.
    public var detailFont = ""
    /// Pixels per em of the label at scale 1.
    public var labelSize = 16.0
    /// How many lines a label may take that has no line breaks of its own; one that is longer ends in an ellipsis.
    public var labelLines = 1
    /// The middle of the label's first line below the centre of a box that is not grown, if there is a sign.
    public var labelOffset = 24.0
    /// Pixels per em of the detail at scale 1.
    public var detailSize = 12.0
    /// How many lines a detail may take that has no line breaks of its own.
    public var detailLines = 3
    /// How wide a line of the detail may be before it is broken.
    public var detailWidth = 200.0
    /// What stays free between label and detail.
    public var detailGap = 2.0

    /// How a progress is drawn.
    public var progressStyle = ProgressStyle.bar
    /// How long the bar of a progress is.
    public var barLength = 64.0
    /// How thick it is.
    public var barThickness = 6.0
    /// How a spinner is drawn.
    public var spinnerStyle = SpinnerStyle.arc
    /// How long one turn of a spinner takes.
    public var spinnerTurn: Int64 = 1_000_000_000

    /// How it appears.
    public var appear = Transition(style: .zoom, duration: 300_000_000, scale: 1.3)
    /// How it leaves.
    public var leave = Transition(style: .fade, duration: 150_000_000, scale: 1.3)
    /// How its motions run.
    public var curve = Curve.easeInOut
    /// How long a change takes of what it says: the progress' value, the box's size and colour.
    public var changeDuration: Int64 = 200_000_000
    /// How long a check mark or a cross takes that is drawn in another sign's place.
    public var drawDuration: Int64 = 250_000_000
    /// From the first frame on glass until it begins to leave, in nanoseconds, unless a request says another time.
    public var stay: Int64 = 600_000_000
    /// The program and its arguments that are started when it comes to be seen; none where this is empty.
    public var onShow: [String] = []
    /// Whether nothing moves that need not: it fades where it would zoom, spinners stand, changes are at once.
    public var isMotionReduced = false

    /// Where it is on the screen; the same for every kind.
    public var anchor = Anchor.center
    /// How far it is moved from there to the right.
    public var offsetX = 0.0
    /// How far it is moved from there down.
    public var offsetY = 0.0
    /// What stays free between the box and either edge of the screen; the same for every kind.
    public var margin = 8.0

    /// The ancestor's look.
    public static let standard = Look()

    private init() {}
}

/// How a HUD appears or leaves.
public struct Transition: Equatable, Sendable {
    /// What changes.
    public enum Style: String, CaseIterable, Sendable {
        /// Size and strength.
        case zoom
        /// Strength alone.
        case fade
        /// All at once.
        case none
    }

    /// What changes.
    public var style: Style
    /// How long it takes.
    public var duration: Int64
    /// How large the box is that is gone, where it zooms; 1 is the size at rest.
    public var scale: Double

    /// A transition of this style.
    public init(style: Style, duration: Int64, scale: Double) {
        self.style = style
        self.duration = duration
        self.scale = scale
    }
}

/// How a progress is drawn.
public enum ProgressStyle: String, CaseIterable, Sendable {
    /// A bar that fills from its left.
    case bar
    /// A ring that closes clockwise from its top.
    case ring
    /// A disc that fills clockwise from its top.
    case pie
}

/// How a spinner is drawn.
public enum SpinnerStyle: String, CaseIterable, Sendable {
    /// A piece of a ring, going round.
    case arc
    /// A circle of dots, their brightness going round.
    case dots
}

/// Where on the screen a HUD is.
public enum Anchor: String, CaseIterable, Sendable {
    /// In the middle.
    case center
    /// At the upper edge, in the middle.
    case top
    /// In the upper right corner.
    case topRight = "top-right"
    /// At the right edge, in the middle.
    case right
    /// In the lower right corner.
    case bottomRight = "bottom-right"
    /// At the lower edge, in the middle.
    case bottom
    /// In the lower left corner.
    case bottomLeft = "bottom-left"
    /// At the left edge, in the middle.
    case left
    /// In the upper left corner.
    case topLeft = "top-left"

    /// -1 at the left, 1 at the right.
    var across: Int {
        switch self {
        case .topLeft, .left, .bottomLeft: -1
        case .top, .center, .bottom: 0
        case .topRight, .right, .bottomRight: 1
        }
    }

    /// -1 at the top, 1 at the bottom.
    var down: Int {
        switch self {
        case .topLeft, .top, .topRight: -1
        case .left, .center, .right: 0
        case .bottomLeft, .bottom, .bottomRight: 1
        }
    }
}
