internal import CLinux

/// Finds the chords with which a person leaves a machine that does not answer: Ctrl+Alt+Fn, Ctrl+Alt+Del, and SysRq with
/// a key.
package struct ChordWatch: Sendable {
    /// A chord that was played.
    package struct Chord: Equatable, Sendable {
        /// Its keys, in the order in which they go down.
        package let keys: [UInt16]
        /// As it is written: "Ctrl+Alt+F2".
        package let name: String
    }

    private var down: Set<UInt16> = []

    package init() {}

    /// What the device says; the first chord in it.
    package mutating func take(_ events: [InputEvent]) -> Chord? {
        for event in events where event.isKey && !event.isRepeat {
            if event.value == 0 {
                down.remove(event.code)
            } else if down.insert(event.code).inserted, let chord = chord(with: event.code) {
                return chord
            }
        }
        return nil
    }

    private func chord(with code: UInt16) -> Chord? {
        guard let alt = Self.alts.first(where: down.contains) else { return nil }
        let sysRq = UInt16(KEY_SYSRQ)
        if down.contains(sysRq), code != sysRq, !Self.modifiers.contains(code) {
            return Chord(keys: [alt, sysRq, code], name: "SysRq")
        }
        guard let control = Self.controls.first(where: down.contains) else { return nil }
        if let number = Self.functionKeys.firstIndex(of: code) {
            return Chord(keys: [control, alt, code], name: "Ctrl+Alt+F\(number + 1)")
        }
        return code == KEY_DELETE || code == KEY_KPDOT
            ? Chord(keys: [control, alt, code], name: "Ctrl+Alt+Del") : nil
    }

    private static let alts = [UInt16(KEY_LEFTALT), UInt16(KEY_RIGHTALT)]
    private static let controls = [UInt16(KEY_LEFTCTRL), UInt16(KEY_RIGHTCTRL)]
    private static let modifiers = alts + controls + [UInt16(KEY_LEFTSHIFT), UInt16(KEY_RIGHTSHIFT)]
    private static let functionKeys =
        (KEY_F1...KEY_F10).map { UInt16($0) } + [UInt16(KEY_F11), UInt16(KEY_F12)]
}

extension ChordWatch.Chord {
    /// The whole chord, packet by packet: all keys go down and come up.
    var packets: [[InputEvent]] {
        keys.map { [.key($0, 1), .report] } + keys.reversed().map { [.key($0, 0), .report] }
    }
}
