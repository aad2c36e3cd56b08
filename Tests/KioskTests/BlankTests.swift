import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    @Test(arguments: Sample.of(BlankScenario.allCases, always: [.itsTime, .killWorker, .killBoth]))
    func aDarkDisplayIsDarkAgain(after scenario: BlankScenario) throws {
        try scenario.run(on: .shared(.virtio))
    }
}

extension KioskTests.BochsTests {
    @Test(arguments: [BlankScenario.itsTime, .killBoth])
    func aDarkDisplayIsDarkAgain(after scenario: BlankScenario) throws {
        try scenario.run(on: .shared(.bochs))
    }
}

extension KioskTests.VkmsTests {
    @Test(arguments: [BlankScenario.itsTime, .killWorker])
    func aDarkDisplayIsDarkAgain(after scenario: BlankScenario) throws {
        try scenario.run(on: .shared(.vkms))
    }
}

/// A blanked display is lit for a show, and dark again after it, however it ended.
enum BlankScenario: String, CaseIterable {
    case itsTime
    case onFramebuffer
    case byTheConsole
    case killFront
    case killWorker
    case killBoth

    func run(on kiosk: Kiosk) throws {
        try kiosk.showText("asleep")
        defer { _ = try? kiosk.run("echo 0 >/sys/class/graphics/fb0/blank") }
        let hasScreenshots = kiosk.configuration.display.hasScreenshots
        var lit: Picture?
        if hasScreenshots {
            // As it is drawn when it is lit.
            try kiosk.check(
                "echo 4 >/sys/class/graphics/fb0/blank; echo 0 >/sys/class/graphics/fb0/blank; sleep 0.5")
            lit = try kiosk.screenshot()
        }
        try kiosk.check(
            self == .byTheConsole
                ? "TERM=linux setterm --blank force </dev/tty1 >/dev/tty1"
                : "echo 4 >/sys/class/graphics/fb0/blank")
        try expectPower("Off", kiosk)

        let report = try kiosk.runHUD("doctor").output
        #expect(report.contains("blanked"), "\(report)")
        try expectPower("Off", kiosk)

        let time = [.itsTime, .onFramebuffer, .byTheConsole].contains(self) ? "2s" : "30s"
        let show = try kiosk.startHUD(
            "show Tagged --for \(time)\(self == .onFramebuffer ? " --display fb" : "")")
        try expectPower("On", kiosk)
        if let lit {
            let wanted = try lit.withHUD("Tagged")
            var last: Picture.Difference?
            let seen = try kiosk.poll(seconds: 8) {
                last = try kiosk.screenshot().difference(from: wanted, tolerance: 1)
                return last == nil
            }
            #expect(seen, "\(last.map(String.init(describing:)) ?? "")")
        } else {
            try kiosk.check("sleep 1")
        }
        let front = try show.pid
        let worker = try show.worker(in: kiosk)
        switch self {
        case .itsTime, .onFramebuffer, .byTheConsole: break
        case .killFront: try kiosk.check("kill -KILL \(front)")
        case .killWorker: try kiosk.check("kill -KILL \(worker)")
        case .killBoth:
            try kiosk.check("kill -KILL \(front) \(worker)")
            _ = try show.wait(seconds: 5)
            #expect(try kiosk.runHUD("restore").status == 0)
        }
        _ = try show.wait(seconds: 10)
        try expectPower("Off", kiosk)
        // And stays so.
        try kiosk.check("sleep 0.5")
        try expectPower("Off", kiosk)
        if let lit {
            try kiosk.check("echo 0 >/sys/class/graphics/fb0/blank")
            try kiosk.waitUntilShown(lit)
        }
    }

    private func expectPower(_ wanted: String, _ kiosk: Kiosk) throws {
        let isSo = try kiosk.poll(seconds: 4) {
            try kiosk.check("cat /sys/class/drm/card0-Virtual-1/dpms") == wanted + "\n"
        }
        #expect(isSo, "\(rawValue): the display is not \(wanted)")
    }
}
