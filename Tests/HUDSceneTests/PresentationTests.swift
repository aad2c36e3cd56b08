import HUDScene
import Testing

/// A HUD's states: what it looks like at any moment, whatever comes when. The clock is the tests' own.
struct PresentationTests {
    private let ms: Int64 = 1_000_000
    private let hud = HUD(label: "Tagged")
    private let other = HUD(.failure, label: "Not tagged")

    /// On glass from the beginning, until it is told to leave.
    private func shown(for stay: Int64 = .max, grace: Int64 = 0, least: Int64 = 0) -> Presentation {
        var presentation = Presentation(theme: .standard, grace: grace, least: least)
        presentation.show(hud, for: stay, at: 0)
        if grace == 0 { presentation.reachGlass(at: 0) }
        return presentation
    }

    private func scale(_ presentation: Presentation, _ time: Int64) -> Double {
        presentation.appearance(at: time * ms).scale
    }

    private func alpha(_ presentation: Presentation, _ time: Int64) -> Double {
        presentation.appearance(at: time * ms).alpha
    }

    // MARK: - One show

    @Test func isHiddenBeforeAnythingHappens() {
        let presentation = Presentation(theme: .standard)
        #expect(presentation.isHidden)
        #expect(alpha(presentation, 5) == 0)
        #expect(presentation.nextChange == .max)
    }

    @Test func appearsFromLargeAndTransparent() {
        let presentation = shown()
        #expect(presentation.isOn)
        #expect(presentation.appearance(at: 0) == Appearance(scale: 1.3, alpha: 0))
        #expect(abs(scale(presentation, 150) - 1.15) < 1e-6)
        #expect(abs(alpha(presentation, 150) - 0.5) < 1e-6)
        #expect(presentation.appearance(at: 300 * ms) == .rest)
        #expect(presentation.appearance(at: 10_000 * ms) == .rest)
    }

    @Test func theFirstFrameIsAlreadyVisible() {
        #expect(alpha(shown(), 16) > 0.004)
    }

    @Test func allOfItsAppearingIsSeenHoweverLongItTakesToOpenADisplay() {
        var presentation = Presentation(theme: .standard)
        presentation.show(hud, for: 600 * ms, at: 0)
        presentation.advance(to: 200 * ms)
        let first = presentation.appearance(at: 216 * ms)
        #expect(first == presentation.appearance(at: 0) && first.scale == 1.3)
        presentation.reachGlass(at: 216 * ms)
        #expect(presentation.appearance(at: 216 * ms) == first)
        #expect(abs(scale(presentation, 366) - 1.15) < 1e-6)
        #expect(
            presentation.appearance(at: 515 * ms) != .rest && presentation.appearance(at: 516 * ms) == .rest)
    }

    @Test func staysFromItsFirstFrameOnGlass() {
        var presentation = Presentation(theme: .standard)
        presentation.show(hud, for: 600 * ms, at: 0)
        presentation.advance(to: 5_000 * ms)
        #expect(presentation.isOn, "it has not been on glass yet")
        presentation.reachGlass(at: 5_000 * ms)
        presentation.reachGlass(at: 9_000 * ms)
        #expect(presentation.nextChange == 5_600 * ms)
        presentation.advance(to: 5_599 * ms)
        #expect(presentation.isOn)
        presentation.advance(to: 5_600 * ms)
        #expect(!presentation.isOn && !presentation.isHidden)
        presentation.advance(to: 5_750 * ms)
        #expect(presentation.isHidden)
    }

    @Test func fadesWithoutGrowing() {
        var presentation = shown()
        presentation.hide(at: 600 * ms)
        #expect(scale(presentation, 675) == 1)
        #expect(abs(alpha(presentation, 675) - 0.5) < 1e-6)
        #expect(presentation.nextChange == 750 * ms)
    }

    // MARK: - Races

    /// What must be so after a script of events, each at a time in milliseconds.
    struct Race: CustomTestStringConvertible, Sendable {
        enum Event: Sendable { case show, showOther, update, hide, glass }
        enum State: Sendable { case hidden, waiting, on, leaving }
        let testDescription: String
        var grace: Int64 = 0
        var least: Int64 = 0
        let script: [(Int64, Event)]
        let at: Int64
        let state: State
        var label: String?
    }

    static let races = [
        Race(testDescription: "grace: waits", grace: 200, script: [(0, .show)], at: 199, state: .waiting),
        Race(testDescription: "grace: comes", grace: 200, script: [(0, .show)], at: 200, state: .on),
        Race(
            testDescription: "grace against hide: never seen", grace: 200,
            script: [(0, .show), (150, .hide)],
            at: 1000, state: .hidden),
        Race(
            testDescription: "grace against hide and show: a new grace", grace: 200,
            script: [(0, .show), (150, .hide), (160, .show)], at: 359, state: .waiting),
        Race(
            testDescription: "a second show does not wait anew", grace: 200,
            script: [(0, .show), (150, .showOther)], at: 200, state: .on, label: "Not tagged"),
        Race(
            testDescription: "update while waiting", grace: 200, script: [(0, .show), (150, .update)],
            at: 200,
            state: .on, label: "Not tagged"),
        Race(
            testDescription: "hide before show hides nothing", script: [(0, .hide), (1, .show)], at: 5,
            state: .on),
        Race(
            testDescription: "show during leave wins",
            script: [(0, .show), (0, .glass), (400, .hide), (450, .showOther)], at: 5000, state: .on,
            label: "Not tagged"),
        Race(
            testDescription: "show after leave comes again",
            script: [(0, .show), (0, .glass), (400, .hide), (600, .show)], at: 650, state: .on),
        Race(
            testDescription: "update during leave is too late",
            script: [(0, .show), (0, .glass), (400, .hide), (450, .update)], at: 500, state: .leaving,
            label: "Tagged"),
        Race(
            testDescription: "update after hide is too late",
            script: [(0, .show), (0, .glass), (400, .hide), (900, .update)], at: 1000, state: .hidden,
            label: "Tagged"),
        Race(
            testDescription: "update before show is no show", script: [(0, .update)], at: 10, state: .hidden),
        Race(
            testDescription: "hidden twice leaves once",
            script: [(0, .show), (0, .glass), (400, .hide), (500, .hide)], at: 550, state: .hidden),
        Race(
            testDescription: "least time: stays", least: 500,
            script: [(0, .show), (20, .glass), (100, .hide)],
            at: 519, state: .on),
        Race(
            testDescription: "least time: leaves", least: 500,
            script: [(0, .show), (20, .glass), (100, .hide)],
            at: 521, state: .leaving),
        Race(
            testDescription: "least time is over", least: 500,
            script: [(0, .show), (20, .glass), (800, .hide)], at: 801, state: .leaving),
        Race(
            testDescription: "hidden before it is on glass: seen for its least time", least: 500,
            script: [(0, .show), (10, .hide), (30, .glass)], at: 529, state: .on),
        Race(
            testDescription: "and no longer", least: 500, script: [(0, .show), (10, .hide), (30, .glass)],
            at: 530, state: .leaving),
        Race(
            testDescription: "a show takes a hide back", least: 500,
            script: [(0, .show), (20, .glass), (100, .hide), (200, .show)], at: 9000, state: .on),
    ]

    @Test(arguments: races) func racesEndAsTheyShould(_ race: Race) {
        var presentation = Presentation(theme: .standard, grace: race.grace * ms, least: race.least * ms)
        for (time, event) in race.script {
            switch event {
            case .show: presentation.show(hud, for: .max, at: time * ms)
            case .showOther: presentation.show(other, for: .max, at: time * ms)
            case .update: presentation.update(other, at: time * ms)
            case .hide: presentation.hide(at: time * ms)
            case .glass: presentation.reachGlass(at: time * ms)
            }
        }
        presentation.advance(to: race.at * ms)
        #expect(presentation.isHidden == (race.state == .hidden))
        #expect(presentation.isWaiting == (race.state == .waiting))
        #expect(presentation.isOn == (race.state == .on))
        if let label = race.label { #expect(presentation.content?.hud.label == label) }
    }

    /// In place: no second pop, and it stays for its time from the last one on.
    @Test func aThousandShowsInASecondAreOne() {
        var presentation = Presentation(theme: .standard)
        var last = 1.3
        for time in 0..<1000 as Range<Int64> {
            presentation.show(time.isMultiple(of: 2) ? hud : other, for: 600 * ms, at: time * ms)
            if time == 16 { presentation.reachGlass(at: 16 * ms) }
            let scale = scale(presentation, time)
            #expect(scale <= last + 1e-9)
            last = scale
        }
        #expect(last == 1)
        #expect(presentation.nextChange == (999 + 600) * ms)
    }

    // MARK: - Interrupted

    @Test(arguments: [0, 40, 150, 299, 300, 450] as [Int64])
    func leavesFromWhereverItIs(_ time: Int64) {
        var presentation = shown()
        let before = presentation.appearance(at: time * ms)
        presentation.hide(at: time * ms)
        #expect(presentation.appearance(at: time * ms) == before)
        #expect(alpha(presentation, time + 150) == 0)
        #expect(presentation.nextChange == (time + 150) * ms)
    }

    @Test(arguments: [601, 675, 749] as [Int64])
    func turnsRoundWhileLeaving(_ time: Int64) {
        var presentation = shown()
        presentation.hide(at: 600 * ms)
        let before = presentation.appearance(at: time * ms)
        presentation.show(hud, for: .max, at: time * ms)
        #expect(presentation.appearance(at: time * ms) == before)
        #expect(presentation.appearance(at: (time + 300) * ms) == .rest)
    }

    @Test func comesAgainAfterItHasGone() {
        var presentation = shown()
        presentation.hide(at: 600 * ms)
        presentation.show(hud, for: .max, at: 900 * ms)
        #expect(presentation.appearance(at: 900 * ms) == Appearance(scale: 1.3, alpha: 0))
    }

    /// Whatever comes when, between two frames nothing jumps.
    @Test func nothingJumps() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var presentation = Presentation(theme: .standard, grace: 50 * ms, least: 100 * ms)
            var last: Appearance?
            var script: [String] = []
            for time in 0..<1200 as Range<Int64> {
                if Int.random(in: 0..<60, using: &generator) == 0 {
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: presentation.show(hud, for: 300 * ms, at: time * ms)
                    case 1: presentation.show(other, for: .max, at: time * ms)
                    case 2: presentation.update(other, at: time * ms)
                    default: presentation.hide(at: time * ms)
                    }
                    script.append("\(time)")
                }
                presentation.advance(to: time * ms)
                if presentation.isOn { presentation.reachGlass(at: time * ms) }
                let now = presentation.appearance(at: time * ms)
                if let last, last.alpha > 0.02, now.alpha > 0.02 {
                    // In a millisecond.
                    #expect(abs(now.scale - last.scale) < 0.01, "\(time): \(script)")
                    #expect(abs(now.alpha - last.alpha) < 0.03, "\(time): \(script)")
                }
                last = now
            }
        }
    }
}
