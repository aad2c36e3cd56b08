import KioskHarness
import TestSupport
import Testing

/// Kills at random moments of a whole show, the opening of devices and both animations included.
struct RandomKills {
    /// 40 in a soak; a sample otherwise.
    static let count = Sample.isSoak ? 40 : 5

    let kiosk: Kiosk
    /// `--display`'s value.
    var display = "auto"

    func run() throws {
        let screen = try ScreenObserver(kiosk)
        var generator = Seeded()
        print("\(Self.count) random kills, \(generator)")
        for number in 1...Self.count {
            let victims = ["front", "worker", "both"].randomElement(using: &generator)!
            let moment = Int.random(in: 0...1100, using: &generator)
            try kill(victims, after: moment)
            let what = "kill \(number) of the \(victims) at \(moment) ms, \(generator)"
            // A worker whose front dies while it starts may show a frame yet.
            #expect(
                try kiosk.poll(seconds: 3) { try kiosk.run("pgrep -x hud").status == 1 },
                "a process is left after \(what)")
            try screen.expectAsBefore(seconds: 3)
        }
    }

    private func kill(_ victims: String, after milliseconds: Int) throws {
        // The processes are looked up at the moment itself: there may be one, two or none.
        let choice =
            switch victims {
            case "front": "$front"
            case "worker": "$(cat /proc/$front/task/$front/children 2>/dev/null)"
            default: "$front $(cat /proc/$front/task/$front/children 2>/dev/null)"
            }
        try kiosk.check(
            """
            \(HUDProgram.path) show Tagged --display \(display) 2>/dev/null & front=$!
            sleep \(Double(milliseconds) / 1000)
            kill -KILL \(choice) 2>/dev/null
            wait $front
            if [ \(victims) = both ]; then \(HUDProgram.path) restore 2>/dev/null; fi
            true
            """)
    }
}
