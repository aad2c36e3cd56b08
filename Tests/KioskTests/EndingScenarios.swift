import KioskHarness
import TestSupport
import Testing

/// The ways in which a show can end. After each the screen is what it was.
enum EndingScenario: String, CaseIterable {
    case itsTime
    case interrupt
    case terminate
    case hangUp
    case killFront
    case killWorker
    case stopWorker
    case killBothThenRestore
    case killBothThenShow
    case anotherHUD
    case anotherHUDWhileStopped
    case killThenShowAtOnce

    /// What is tried on a display after others had them all: what matters most, and a sample of the rest. A soak
    /// tries everything everywhere.
    static let sampled = Sample.of(
        allCases, always: [itsTime, terminate, killFront, killWorker, anotherHUD, killThenShowAtOnce])

    /// What is tried where only the layout of the pixels is another one.
    static let few = Sample.of(allCases, always: [itsTime, killWorker, killBothThenShow])

    /// - Parameter display: `--display`'s value; nil: none, so that `hud` chooses.
    func run(on kiosk: Kiosk, by display: String? = nil) throws {
        let screen = try ScreenObserver(kiosk)
        let option = display.map { " --display \($0)" } ?? ""
        // Long enough to be stopped while it shows, and no longer: its end is waited for.
        let time = self == .itsTime ? "2s" : self == .stopWorker ? "4s" : "30s"
        let show = try kiosk.startHUD("show Tagged --for \(time)\(option)")
        try screen.expectHUD()
        let status = try end(show, screen, option)
        #expect(status == wantedStatus, "\(rawValue): \(show.output)")
        try screen.expectAsBefore()
        #expect(try kiosk.poll(seconds: 2) { try kiosk.run("pgrep -x hud").status == 1 }, "a process is left")
    }

    private var wantedStatus: Int32 {
        switch self {
        case .itsTime, .anotherHUD, .anotherHUDWhileStopped: 0
        case .interrupt: 128 + 2
        case .terminate: 128 + 15
        case .hangUp: 128 + 1
        case .killFront, .killBothThenRestore, .killBothThenShow, .killThenShowAtOnce: 128 + 9
        case .killWorker, .stopWorker: 70
        }
    }

    /// Ends the show; returns the front's exit status.
    private func end(_ show: Kiosk.Job, _ screen: ScreenObserver, _ option: String) throws -> Int32? {
        let kiosk = screen.kiosk
        let front = try show.pid
        let worker = try show.worker(in: kiosk)
        switch self {
        case .itsTime: break
        case .interrupt: try kiosk.check("kill -INT \(front)")
        case .terminate: try kiosk.check("kill -TERM \(front)")
        case .hangUp: try kiosk.check("kill -HUP \(front)")
        case .killFront: try kiosk.check("kill -KILL \(front)")
        case .killWorker: try kiosk.check("kill -KILL \(worker)")
        case .stopWorker: try kiosk.check("kill -STOP \(worker)")
        case .killBothThenRestore:
            try kiosk.check("kill -KILL \(front) \(worker)")
            _ = try show.wait(seconds: 5)
            #expect(try kiosk.runHUD("restore").status == 0)
        case .killBothThenShow:
            try kiosk.check("kill -KILL \(front) \(worker)")
            _ = try show.wait(seconds: 5)
            try showNext(screen, option)
        case .anotherHUD:
            try showNext(screen, option)
        case .anotherHUDWhileStopped:
            try kiosk.check("kill -STOP \(front)")
            try showNext(screen, option)
        case .killThenShowAtOnce:
            let next = try kiosk.start(
                "kill -KILL \(front); exec \(HUDProgram.path) show Next --for 2s\(option)")
            try screen.expectHUD("Next")
            #expect(try next.wait(seconds: 10) == 0, "\(next.output)")
        }
        return try show.wait(seconds: 10)
    }

    private func showNext(_ screen: ScreenObserver, _ option: String) throws {
        let next = try screen.kiosk.startHUD("show Next --for 2s\(option)")
        try screen.expectHUD("Next")
        #expect(try next.wait(seconds: 10) == 0, "\(next.output)")
    }
}
