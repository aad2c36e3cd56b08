/// What a device is, as far as holding it off is concerned; in the order in which devices are grabbed.
public enum InputKind: Int, Comparable, Sendable, CaseIterable {
    /// It types, for the console too: keyboards, keypads.
    case keyboard
    /// It types what it reads: barcodes, cards, tags. Known by its name, by udev's HUD_SCANNER=1, or by how
    /// it types; to the kernel it is a keyboard.
    case scanner
    /// Touch panels and pens on a display.
    case touch
    /// Mice, touchpads, tablets, wheels and dials.
    case pointer
    /// Everything else: media keys, gamepads, and what is left alone (power keys, lids, sensors, speakers).
    case other

    /// Grabbed earlier.
    public static func < (a: InputKind, b: InputKind) -> Bool { a.rawValue < b.rawValue }
}
