import KioskHarness
import Testing

// A suite a display, so that everything that is tried on it shares one boot.

extension KioskTests {
    @Suite(.serialized) struct VirtioTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.virtio))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.virtio)).run() }
    }

    @Suite(.serialized) struct BochsTests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.bochs))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.bochs)).run() }
    }

    @Suite(.serialized) struct VkmsTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vkms))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vkms)).run() }
    }

    @Suite(.serialized) struct Vesa565Tests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa565))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa565)).run() }
    }

    @Suite(.serialized) struct Vesa24Tests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa24))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa24)).run() }
    }

    @Suite(.serialized) struct Vesa32Tests {
        @Test(arguments: EndingScenario.sampled)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa32))
        }

        @Test func killsAtAnyMomentLeaveNothing() throws { try RandomKills(kiosk: .shared(.vesa32)).run() }
    }
}
