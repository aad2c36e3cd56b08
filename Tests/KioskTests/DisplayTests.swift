import KioskHarness
import Testing

// A suite a display, so that everything that is tried on it shares one boot.

extension KioskTests {
    @Suite(.serialized) struct VirtioTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.virtio))
        }
    }

    @Suite(.serialized) struct BochsTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.bochs))
        }
    }

    @Suite(.serialized) struct VkmsTests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vkms))
        }
    }

    @Suite(.serialized) struct Vesa565Tests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa565))
        }
    }

    @Suite(.serialized) struct Vesa24Tests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa24))
        }
    }

    @Suite(.serialized) struct Vesa32Tests {
        @Test(arguments: EndingScenario.allCases)
        func leavesTheScreenAsItWas(after ending: EndingScenario) throws {
            try ending.run(on: .shared(.vesa32))
        }
    }
}
