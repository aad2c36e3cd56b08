internal import CLinux

/// Finds the chords with which a person leaves a machine that does not answer, and keys for power and sleep.
package struct ChordWatch: Sendable {
    /// A chord that was played.
    package struct Chord: Equatable, Sendable {
        package let kind: EscapeChord
        /// As it is written: "Ctrl+Alt+F2".
        package let name: String
        /// Its keys, in the order in which they go down, where others are to hear them.
        package let keys: [UInt16]
    }

    private let forbidden: Set<EscapeChord>
    private var down: Set<UInt16> = []

    /// Finds all but the `forbidden` ones.
    package init(forbidden: Set<EscapeChord> = []) {
        self.forbidden = forbidden
    }

    /// What the device says; the first chord in it.
    package mutating func take(_ events: [InputEvent]) -> Chord? {
        var first: Chord?
        for event in events where event.isKey && !event.isRepeat {
            if event.value == 0 {
                down.remove(event.code)
            } else if down.insert(event.code).inserted, let chord = chord(with: event.code) {
                first = first ?? chord
            }
        }
        return first
    }

    /// The allowed chord that is complete with this key.
    private func chord(with code: UInt16) -> Chord? {
        let chords = [panic(code), sysRq(code), console(code), reboot(code), power(code)]
        return chords.lazy.compactMap { $0 }.first { !forbidden.contains($0.kind) }
    }

    private func panic(_ code: UInt16) -> Chord? {
        guard Self.panicKeys.contains(code), down.isSuperset(of: Self.panicKeys) else { return nil }
        return Chord(kind: .panic, name: "Backspace+Escape+Enter", keys: [])
    }

    private func sysRq(_ code: UInt16) -> Chord? {
        let sysRq = UInt16(KEY_SYSRQ)
        guard let alt, down.contains(sysRq), code != sysRq, !Self.modifiers.contains(code) else { return nil }
        return Chord(kind: .sysrq, name: "SysRq", keys: [alt, sysRq, code])
    }

    private func console(_ code: UInt16) -> Chord? {
        guard let alt, let control, let number = Self.functionKeys.firstIndex(of: code) else { return nil }
        return Chord(kind: .console, name: "Ctrl+Alt+F\(number + 1)", keys: [control, alt, code])
    }

    private func reboot(_ code: UInt16) -> Chord? {
        guard let alt, let control, code == KEY_DELETE || code == KEY_KPDOT else { return nil }
        return Chord(kind: .reboot, name: "Ctrl+Alt+Del", keys: [control, alt, code])
    }

    /// A key that a machine is switched off or put to sleep with, on a device that has other keys too.
    private func power(_ code: UInt16) -> Chord? {
        guard let name = Self.powerKeys[Int32(code)] else { return nil }
        return Chord(kind: .power, name: name, keys: [code])
    }

    private var alt: UInt16? { Self.alts.first(where: down.contains) }
    private var control: UInt16? { Self.controls.first(where: down.contains) }

    private static let alts = [UInt16(KEY_LEFTALT), UInt16(KEY_RIGHTALT)]
    private static let controls = [UInt16(KEY_LEFTCTRL), UInt16(KEY_RIGHTCTRL)]
    private static let modifiers = alts + controls + [UInt16(KEY_LEFTSHIFT), UInt16(KEY_RIGHTSHIFT)]
    private static let functionKeys =
        (KEY_F1...KEY_F10).map { UInt16($0) } + [UInt16(KEY_F11), UInt16(KEY_F12)]
    private static let powerKeys = [
        KEY_POWER: "Power", KEY_POWER2: "Power", KEY_SLEEP: "Sleep", KEY_SUSPEND: "Suspend",
    ]
    private static let panicKeys: Set = [UInt16(KEY_BACKSPACE), UInt16(KEY_ESC), UInt16(KEY_ENTER)]
}

extension ChordWatch.Chord {
    /// The whole chord, packet by packet: all keys go down and come up.
    var packets: [[InputEvent]] {
        keys.map { [.key($0, 1), .report] } + keys.reversed().map { [.key($0, 0), .report] }
    }
}
