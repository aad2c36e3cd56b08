import KioskHarness
import TestSupport

/// What hands, scanners and HUDs do in one second, by chance: a shell script for the guest.
struct GateScript {
    static let scanner = "Acme Barcode Scanner"
    static let typist = "typist"
    static let panel = "glass"
    static let mouse = "mouse"
    static let oldPanel = "old glass"
    static let pen = "pen"

    enum Chaos: String, CaseIterable {
        case killFront, killWorker, killBoth, stopWorker
    }

    let policy: String
    let chaos: Chaos?
    /// What is scanned, in order; the last one when all is over.
    private(set) var scans: [String] = []
    /// The hand presses Shift, which makes other characters of digits.
    let hasShift: Bool
    /// The scanner is unplugged meanwhile: what it was saying is lost.
    private(set) var losesScanner = false
    private(set) var shell = ""

    /// - Parameter number: what is scanned begins with it.
    init(_ number: Int, policy: String, chaos: Chaos? = nil, using generator: inout Seeded) {
        self.policy = policy
        self.chaos = chaos
        hasShift = Bool.random(using: &generator)
        let unplugged = Int.random(in: 0..<7, using: &generator)
        var lines = [
            "rm -f /run/input-device.gaps",
            Self.show(policy, &generator),
        ]
        if let chaos { lines.append(Self.kill(chaos, &generator)) }
        losesScanner = unplugged == 0
        lines.append(
            part(Self.scanner, kind: "scanner", isUnplugged: unplugged == 0, &generator) {
                generator, script in
                script.scan(number, &generator)
            })
        lines.append(
            part(Self.typist, kind: "keyboard", isUnplugged: unplugged == 1, &generator) {
                generator, script in
                script.type(&generator)
            })
        lines.append(
            part(Self.panel, kind: nil, isUnplugged: unplugged == 2, &generator) { generator, script in
                script.touch(&generator)
            })
        // One of those that are there less often.
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            lines.append(
                part(Self.mouse, kind: "mouse", isUnplugged: unplugged == 3, &generator) {
                    $1.press([272, 273, 274], &$0)
                })
        case 1:
            lines.append(
                part(Self.oldPanel, kind: "touch-a", isUnplugged: unplugged == 3, &generator) {
                    $1.touch(&$0)
                })
        default:
            lines.append(
                part(Self.pen, kind: "pen", isUnplugged: unplugged == 3, &generator) {
                    $1.press([320, 330, 331], &$0)
                })
        }
        lines.append("wait $parts")
        // A process that is killed while something is down leaves it to the hands.
        if chaos != nil { lines += [Self.rest, Self.lift] } else { lines += [Self.lift, Self.rest] }
        scans.append("\(9000 + number)9")
        lines.append("sleep 0.1; input-device send '\(Self.scanner)' 'type \(scans.last!) 3000'")
        lines.append("sleep 0.05; cat /run/input-device.gaps 2>/dev/null; cat /tmp/shows; true")
        shell = lines.joined(separator: "\n")
    }

    /// One HUD or two, that leave by themselves or are told to.
    private static func show(_ policy: String, _ generator: inout Seeded) -> String {
        let begin = Double.random(in: 0...0.1, using: &generator)
        let time = Int.random(in: 200...600, using: &generator)
        var show =
            "sleep \(begin); \(HUDProgram.path) show Tagged --json --input \(policy) --for \(time)ms & front=$!"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let moment = Double.random(in: 0.1...0.6, using: &generator)
            show += "; sleep \(moment); kill -TERM $front 2>/dev/null"
        case 1:
            let moment = Double.random(in: 0.1...0.8, using: &generator)
            show += "; sleep \(moment)"
            show += "; \(HUDProgram.path) show Next --json --input \(policy) --for 200ms"
        default: break
        }
        return "(\(show); wait) >/tmp/shows 2>&1 &"
    }

    private static func kill(_ chaos: Chaos, _ generator: inout Seeded) -> String {
        let moment = Double.random(in: 0.1...1, using: &generator)
        let front = "$(pgrep -x hud | head -n 1)", worker = "$(pgrep -x hud -P $(pgrep -x -d, hud))"
        let kill =
            switch chaos {
            case .killFront: "-KILL \(front)"
            case .killWorker: "-KILL \(worker)"
            case .killBoth: "-KILL $(pgrep -x hud)"
            case .stopWorker: "-STOP \(worker)"
            }
        return "(sleep \(moment); kill \(kill)) 2>/dev/null &"
    }

    /// No `hud` is left, at the latest when what is stopped has been killed and keys have had their time.
    private static let rest = """
        tries=200
        while pgrep -x hud >/dev/null; do
            tries=$((tries - 1)); [ $tries -gt 0 ] || { echo 'hud does not end'; exit 1; }
            sleep 0.02
        done
        """

    private static let lift = """
        input-device send '\(typist)' 'up 30' 'up 48' 'up 42'
        input-device send '\(panel)' 'lift 0' 'lift 1' 'lift 2'
        input-device send '\(oldPanel)' 'lift 0' 'lift 1' 'lift 2'
        input-device send '\(mouse)' 'up 272' 'up 273' 'up 274'
        input-device send '\(pen)' 'up 331' 'up 330' 'up 320'
        """

    /// What one device does: commands, an unplugging amid them perhaps. `kind`: of input-device; nil: the panel.
    private mutating func part(
        _ name: String, kind: String?, isUnplugged: Bool, _ generator: inout Seeded,
        _ act: (inout Seeded, inout GateScript) -> [String]
    ) -> String {
        func send(_ commands: [String]) -> String {
            "input-device send '\(name)' " + commands.map { "'\($0)'" }.joined(separator: " ")
        }
        let first = act(&generator, &self)
        guard isUnplugged else { return "(\(send(first))) & parts=\"$parts $!\"" }
        let program = kind.map { "input-device \($0)" } ?? "touch-panel"
        let again = act(&generator, &self)
        return """
            (\(send(first + ["quit"])); sleep 0.1
            setsid \(program) '\(name)' >/dev/null 2>&1 </dev/null &
            until [ -S '/run/input-device.\(name)' ]; do sleep 0.02; done
            sleep 0.1; \(send(again))) & parts="$parts $!"
            """
    }

    private mutating func scan(_ number: Int, _ generator: inout Seeded) -> [String] {
        var commands: [String] = []
        for _ in 0..<Int.random(in: 2...3, using: &generator) {
            let digits = Int.random(in: 2...6, using: &generator)
            let tail = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
            let code = "\(1000 + number)\(scans.count)\(tail)"
            scans.append(code)
            commands.append("sleep \(Int.random(in: 40...250, using: &generator))")
            commands.append("type \(code) \(Int.random(in: 1000...9000, using: &generator))")
        }
        return commands
    }

    /// Keys go down and up; where processes are killed they only go down.
    private func type(_ generator: inout Seeded) -> [String] {
        press(hasShift ? [30, 48, 42] : [30, 48], &generator)
    }

    private func press(_ keys: [Int], _ generator: inout Seeded) -> [String] {
        hand(&generator, keys) { key, isDown in "\(isDown ? "down" : "up") \(key)" }
    }

    private func touch(_ generator: inout Seeded) -> [String] {
        var random = generator
        defer { generator = random }
        return hand(&generator, [0, 1, 2]) { slot, isDown in
            guard isDown else { return "lift \(slot)" }
            let x = Int.random(in: 0...4095, using: &random), y = Int.random(in: 0...4095, using: &random)
            return "touch \(slot) \(x) \(y)"
        }
    }

    private func hand(_ generator: inout Seeded, _ places: [Int], _ act: (Int, Bool) -> String) -> [String] {
        var down: Set<Int> = []
        var commands: [String] = []
        for _ in 0..<Int.random(in: 4...7, using: &generator) {
            let place = places.randomElement(using: &generator)!
            commands.append("sleep \(Int.random(in: 20...150, using: &generator))")
            let goesUp = down.contains(place)
            if goesUp, chaos != nil { continue }
            if goesUp { down.remove(place) } else { down.insert(place) }
            commands.append(act(place, !goesUp))
        }
        return commands
    }
}
