import KioskHarness
import Testing

// A suite a display, so that everything that is tried on it shares one boot.

extension KioskTests {
    @Suite(.serialized) struct VirtioTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.virtio), by: "kms")
        }

        @Test(arguments: EndingScenario.sampled)
        func leavesTheFramebufferAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.virtio), by: "fb")
        }

        @Test(arguments: ["kms", "fb"])
        func killsAtAnyMomentLeaveNothing(display: String) throws {
            try RandomKills(kiosk: .shared(.virtio), display: display).run()
        }
    }

    @Suite(.serialized) struct BochsTests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.bochs), by: "kms")
        }

        @Test(arguments: EndingScenario.sampled)
        func leavesTheFramebufferAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.bochs), by: "fb")
        }

        @Test(arguments: ["kms", "fb"])
        func killsAtAnyMomentLeaveNothing(display: String) throws {
            try RandomKills(kiosk: .shared(.bochs), display: display).run()
        }
    }

    @Suite(.serialized) struct VkmsTests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vkms))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vkms)).run() }
    }

    @Suite(.serialized) struct VkmsAlphaTests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            let kiosk = try Kiosk.shared(.vkmsAlpha)
            let before = try kiosk.displayProperties()
            try ending.run(on: kiosk)
            #expect(try kiosk.displayProperties() == before)
        }

        @Test func killsAtAnyMomentLeaveNothing() throws {
            let kiosk = try Kiosk.shared(.vkmsAlpha)
            let before = try kiosk.displayProperties()
            try RandomKills(kiosk: kiosk).run()
            #expect(try kiosk.displayProperties() == before)
        }

        /// The plane shows one framebuffer from beginning to end, smaller and more opaque in each frame.
        @Test func theHardwareMovesTheBox() throws {
            let kiosk = try Kiosk.shared(.vkmsAlpha)
            try kiosk.quietConsole()
            let before = try kiosk.displayProperties()
            // The first show of a machine reads the program from its disk, in the midst of the animation.
            #expect(try kiosk.runHUD("show Tagged --for 100ms").status == 0)
            let watch = try kiosk.watchPlanes(interval: 2000)
            #expect(try kiosk.runHUD("show Tagged").status == 0)
            let shown = watch.changes.filter { change in
                change.framebuffer != 0
                    && watch.changes.contains { $0.plane == change.plane && $0.framebuffer == 0 }
            }
            try watch.stop()
            print(shown.map { "\($0.framebuffer) \($0.place)" })
            #expect(Set(shown.map(\.framebuffer)).count == 1)
            #expect(Set(shown.map(\.place)).count >= 4)
            #expect(shown.last?.place.hasPrefix("96x96") == true)
            #expect(try kiosk.displayProperties() == before)
        }
    }

    @Suite(.serialized) struct Vesa8Tests {
        @Test(arguments: EndingScenario.few)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa8))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa8)).run() }
    }

    @Suite(.serialized) struct Vesa565Tests {
        @Test(arguments: EndingScenario.few)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa565))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa565)).run() }
    }

    @Suite(.serialized) struct Vesa24Tests {
        @Test(arguments: EndingScenario.few)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa24))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa24)).run() }
    }

    @Suite(.serialized) struct Vesa32Tests {
        @Test(arguments: EndingScenario.few)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa32))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa32)).run() }
    }
}
