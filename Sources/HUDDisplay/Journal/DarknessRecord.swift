internal import HUDSystem

/// A display that was dark and has been lit for a HUD. It is made dark again after the show, when the card is closed:
/// the last process to close a card lights its display.
struct DarknessRecord: Equatable {
    /// "/dev/fb0".
    let path: String
    /// How dark, as FBIOBLANK has it.
    let level: Int32

    /// The levels of FBIOBLANK that are dark: FB_BLANK_NORMAL to FB_BLANK_POWERDOWN.
    private static let levels: ClosedRange<UInt64> = 1...4

    init(path: String, level: Int32) {
        self.path = path
        self.level = level
    }

    var words: [UInt64] { [UInt64(clamping: level)] }

    init?(_ words: [UInt64], _ path: String) {
        guard Self.levels.contains(words[0]) else { return nil }
        self.init(path: path, level: Int32(words[0]))
    }
}
