import HUDInput
import Testing

private let control: UInt16 = 29
private let alt: UInt16 = 56
private let f2: UInt16 = 60
private let f12: UInt16 = 88
private let delete: UInt16 = 111
private let sysRq: UInt16 = 99
private let b: UInt16 = 48

@Suite("Chords of a person who wants to leave")
struct ChordTests {
    private func played(_ presses: (UInt16, Int32)...) -> String? {
        var watch = ChordWatch()
        return watch.take(presses.map { .key($0, $1) })?.name
    }

    @Test func functionKeys() {
        #expect(played((control, 1), (alt, 1), (f2, 1)) == "Ctrl+Alt+F2")
        #expect(played((100, 1), (97, 1), (f12, 1)) == "Ctrl+Alt+F12")
        #expect(played((control, 1), (alt, 1), (delete, 1)) == "Ctrl+Alt+Del")
    }

    @Test func sysRqNeedsAKey() {
        #expect(played((alt, 1), (sysRq, 1)) == nil)
        #expect(played((alt, 1), (sysRq, 1), (b, 1)) == "SysRq")
        #expect(played((sysRq, 1), (b, 1)) == nil)
    }

    @Test func panic() {
        #expect(played((14, 1), (28, 1), (1, 1)) == "Backspace+Escape+Enter")
        #expect(played((1, 1), (30, 1), (14, 1), (28, 1)) == "Backspace+Escape+Enter")
        #expect(played((14, 1), (28, 1), (14, 0), (1, 1)) == nil)
    }

    @Test(
        "power and sleep keys, by themselves",
        arguments: [116: "Power", 142: "Sleep", 205: "Suspend", 0x164: "Power"])
    func power(code: Int, name: String) {
        var watch = ChordWatch()
        let chord = watch.take([.key(UInt16(code), 1)])
        #expect(chord?.name == name && chord?.kind == .power && chord?.keys == [UInt16(code)])
        #expect(watch.take([.key(UInt16(code), 2), .key(UInt16(code), 0)]) == nil)
    }

    @Test(arguments: EscapeChord.allCases)
    func forbidden(_ kind: EscapeChord) {
        let keys: [UInt16] =
            switch kind {
            case .console: [control, alt, f2]
            case .reboot: [control, alt, delete]
            case .sysrq: [alt, sysRq, b]
            case .panic: [14, 1, 28]
            case .power: [116]
            }
        var watch = ChordWatch(forbidden: [kind])
        #expect(watch.take(keys.map { .key($0, 1) }) == nil)
        watch = ChordWatch(forbidden: Set(EscapeChord.allCases).subtracting([kind]))
        #expect(watch.take(keys.map { .key($0, 1) })?.kind == kind)
    }

    @Test func nothingElse() {
        #expect(played((alt, 1), (f2, 1)) == nil)
        #expect(played((control, 1), (alt, 1), (alt, 0), (f2, 1)) == nil)
        #expect(played((control, 1), (alt, 1), (b, 1)) == nil)
        #expect(played((f2, 1), (control, 1), (alt, 1)) == nil)
        #expect(played((control, 1), (alt, 1), (f2, 2)) == nil)
    }
}
