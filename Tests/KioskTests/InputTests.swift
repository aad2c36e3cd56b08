import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    private func scenarios() throws -> InputScenarios { try InputScenarios(.shared(.virtio)) }

    private func keyboard() throws -> String { try Kiosk.shared(.virtio).keyboardNode() }

    private func run(_ body: (InputScenarios) throws -> Void) throws {
        let scenarios = try scenarios()
        try body(scenarios)
        try scenarios.finish()
    }

    @Test func keysArriveBeforeAndAfterAndNotDuring() throws { try run { try $0.keysBeforeDuringAndAfter() } }
    @Test func passedInputArrives() throws { try run { try $0.passedInputArrives() } }
    @Test func shiftLiftedDuringIsNotStuck() throws { try run { try $0.shiftDownBeforeAndLiftedDuring() } }
    @Test func letterHeldAcrossTheStartIsReleasedOnce() throws {
        try run { try $0.letterHeldAcrossTheStart(keyboard: keyboard()) }
    }
    @Test func letterHeldAcrossTheEndNeverArrives() throws {
        try run { try $0.letterHeldAcrossTheEnd(keyboard: keyboard()) }
    }
    @Test func blockedScanNeverArrives() throws { try run { try $0.blockedScanNeverArrives() } }
    @Test func fingerHeldAcrossTheStartIsLiftedForTheReader() throws {
        try run { try $0.touchHeldAcrossTheStart() }
    }
    @Test(arguments: InputScenarios.Victim.allCases)
    func killedWithKeysDownLeavesNothingStuck(_ victim: InputScenarios.Victim) throws {
        try run { try $0.killedWithKeysDown(victim) }
    }
    @Test func deviceOfSomebodyElseIsLeftAlone() throws { try run { try $0.grabbedBySomebodyElse() } }
    @Test func withoutPermissionItShowsAndSaysSo() throws { try run { try $0.withoutPermission() } }

    private func runGate(_ body: (GateScenarios) throws -> Void) throws {
        try run { try body(GateScenarios($0)) }
    }

    @Test func heldScansArriveOnceAndInOrder() throws { try runGate { try $0.heldScans() } }
    @Test func heldTapArrivesWhereItWas() throws { try runGate { try $0.heldTap() } }
    @Test func scanAcrossTheStartIsWhole() throws { try runGate { try $0.scanAcrossTheStart() } }
    @Test func scanAcrossTheEndIsWhole() throws { try runGate { try $0.scanAcrossTheEnd() } }
    @Test func devicePluggedInDuringTheShowIsGated() throws {
        try runGate { try $0.pluggedInDuring(as: .root) }
    }
    @Test func permissionThatComesLateIsEnough() throws {
        try runGate { try $0.pluggedInDuring(as: .ordinary()) }
    }
    @Test func lampsStayAsTheyWere() throws { try runGate { try $0.lamps() } }
    @Test func chordSwitchesTheConsoleAndEndsTheShow() throws {
        let kiosk = try Kiosk.shared(.virtio)
        // A console that no process has opened cannot be switched to by keys.
        try kiosk.check("chvt 2; chvt 1")
        try GateScenarios(scenarios()).chord()
        // Consoles that are switched are drawn anew, over the noise.
        try kiosk.stopConsoleReader()
    }
    @Test func blockingHasAnEndOfItsOwn() throws { try runGate { try $0.maxBlock() } }
    @Test func hangingWorkerHoldsInputNoLongerThanAllowed() throws { try runGate { try $0.hangingWorker() } }
    @Test func lingeringDeviceStaysGatedInTheNextShow() throws { try runGate { try $0.lingering() } }
    @Test func keyThatIsDownForGoodDelaysNothing() throws { try runGate { try $0.keyDownForGood() } }
    @Test func unpluggedUnderHeldKeyLeavesNothing() throws { try runGate { try $0.unpluggedUnderHeldKey() } }
    @Test func fingerOnProtocolAIsNotStuck() throws { try runGate { try $0.protocolAHeldAcross() } }
    @Test func inhibitedPanelIsNotStuck() throws { try runGate { try $0.inhibitedDuring() } }
    @Test func keyboardThatARulePassesWorks() throws { try runGate { try $0.passedByRule() } }
    @Test func fastTypistIsAScanner() throws { try runGate { try $0.learntScanner() } }
    @Test func burstDuringTheAnimationIsCounted() throws { try runGate { try $0.burst() } }
    @Test func inputIsHeldOffWhileACommandRuns() throws { try runGate { try $0.gatedCommand() } }
    @Test func whoHangsWhileAKeyIsDownIsEnded() throws { try runGate { try $0.lingeringAndStopped() } }
    @Test func eitherProcessOfAGatedCommandMayStop() throws { try runGate { try $0.gatedCommandIsStopped() } }
    @Test(arguments: Sample.of(["show Tagged --verbose --for 5s", "run Working --verbose -- sleep 12"]))
    func theTerminalsStopKeyStopsNoHUD(_ command: String) throws {
        try runGate { try $0.stoppedByItsTerminal(command) }
    }
    @Test func powerKeyOnAKeyboardIsLetThrough() throws { try runGate { try $0.powerKey() } }
    @Test func forbiddenChordIsAKeyAsAnyOther() throws { try runGate { try $0.forbiddenChord() } }
    @Test func shiftLiftedWhileTheGateClosesAndDies() throws { try runGate { try $0.killedWhileClosing() } }
}

extension KioskTests {
    /// An AT keyboard repeats in hardware: what would be released under a held key comes again.
    @Suite(.serialized) struct HardwareRepeatTests {
        private func run(_ body: (InputScenarios, String) throws -> Void) throws {
            let kiosk = try Kiosk.shared(Kiosk.Configuration(.vesa32, keyboard: .ps2))
            let scenarios = try InputScenarios(kiosk)
            try body(scenarios, kiosk.keyboardNode())
            try scenarios.finish()
        }

        @Test func letterHeldAcrossTheStartIsReleasedOnce() throws {
            try run { try $0.letterHeldAcrossTheStart(keyboard: $1) }
        }
        @Test func letterHeldAcrossTheEndNeverArrives() throws {
            try run { try $0.letterHeldAcrossTheEnd(keyboard: $1) }
        }
        @Test func shiftLiftedDuringIsNotStuck() throws {
            try run { scenarios, _ in try scenarios.shiftDownBeforeAndLiftedDuring() }
        }
    }
}

extension Kiosk {
    /// The event node of the keyboard that types what QEMU types. A machine with a virtio keyboard has an AT
    /// keyboard too, which stays silent.
    func keyboardNode() throws -> String {
        let name = configuration.keyboard == .virtio ? "QEMU Virtio Keyboard" : "AT Translated"
        let text = try check("grep -l '\(name)' /sys/class/input/event*/device/name")
        let path = try #require(text.split(separator: "\n").first, "the guest has no keyboard")
        return "/dev/input/" + path.split(separator: "/")[3]
    }
}
