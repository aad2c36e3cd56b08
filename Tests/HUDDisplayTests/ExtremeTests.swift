import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// Numbers that a device may say and that no display has: an error in words, or a HUD, and never a trap.
@Suite struct ExtremeTests {
    static let numbers = [
        0, 1, -1, Int(Int32.max), Int(Int32.min), Int(UInt32.max), Int.max, Int.min, 1 << 62,
    ]

    nonisolated(unsafe) static let places: [WritableKeyPath<FramebufferGeometry, Int>] = [
        \.size.width, \.size.height, \.virtualSize.width, \.virtualSize.height, \.xOffset, \.yOffset,
        \.bitsPerPixel, \.lineLength, \.type, \.visual, \.red.offset, \.red.length, \.green.offset,
        \.blue.length, \.alpha.offset, \.alpha.length,
    ]

    let layer = noisyLayer(40, 30)

    /// By pairs, and with all the memory that there can be.
    @Test func framebuffersOfAnySizeAreDrawnOnOrRefused() {
        let good = FramebufferGeometry.sample(160, 120, bits: 32, fields: FramebufferGeometry.argb)
        for first in Self.places {
            for second in Self.places {
                for number in Self.numbers {
                    for other in second == first ? [number] : Self.numbers {
                        var geometry = good
                        geometry[keyPath: first] = number
                        geometry[keyPath: second] = other
                        #expect(!geometry.description.isEmpty)
                        for memory in [geometry.memorySize, Int(UInt32.max), .max] {
                            geometry.memorySize = memory
                            _ = try? geometry.format()
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: places.indices) func aFramebufferSaysWhyItIsRefused(place: Int) throws {
        let folder = Folder()
        for number in Self.numbers {
            let device = FakeFramebuffer(
                .sample(160, 120, bits: 32, fields: FramebufferGeometry.argb))
            device.layout[keyPath: Self.places[place]] = number
            let before = device.memory
            let error = failure {
                let journal = try Journal.open(directory: folder.path)
                let screen = try FramebufferScreen(
                    FramebufferPlan(device, period: 16_666_667),
                    region: Rect(x: 40, y: 30, width: 80, height: 60), journal: journal.freePart(),
                    note: { _ in })
                try screen.present(layer, Pose(centerX: 80, centerY: 60))
                try screen.giveBack()
            }
            if let error {
                #expect(error.kind == .noDisplay || error.kind == .failed, "\(error)")
                #expect(error.description.contains("/dev/fb7"), "\(error)")
            }
            #expect(difference(device.memory, before) == 0)
        }
    }

    // MARK: - Cards

    @Test func picturesOfAnySizeAreCopiedOrRefused() {
        let places: [WritableKeyPath<DRMFramebuffer, Int>] = [
            \.size.width, \.size.height, \.stride, \.offset,
        ]
        for first in places {
            for second in places {
                for number in Self.numbers {
                    let card = FakeCard()
                    card.picture.description[keyPath: first] = number
                    card.picture.description[keyPath: second] = number
                    card.picture.refusal = EINVAL
                    #expect(throws: DisplayError.self) {
                        try PrimaryPlan.find(DRMOutput.lit(on: card)[0], clock: { 0 })
                    }
                }
            }
        }
        for number in Self.numbers where (0...Int(UInt32.max)).contains(number) {
            let card = FakeCard()
            card.picture.x = number
            card.picture.y = number
            card.picture.refusal = EINVAL
            #expect(throws: DisplayError.self) {
                try PrimaryPlan.find(DRMOutput.lit(on: card)[0], clock: { 0 })
            }
        }
    }

    @Test func aPictureThatNoMemoryHoldsIsRefusedInWords() {
        let card = FakeCard()
        card.picture.description.stride = Int(UInt32.max)
        card.picture.description.size = Size(width: 330, height: Int(UInt32.max))
        card.picture.description.offset = Int(UInt32.max)
        let error = failure { _ = try PrimaryPlan.find(DRMOutput.lit(on: card)[0], clock: { 0 }) }
        #expect(error?.description.contains("larger than any memory") == true, "\(String(describing: error))")
    }

    /// A mode without a size shows nothing.
    @Test(arguments: [Size(width: 0, height: 0), Size(width: 320, height: 0), Size(width: 0, height: 240)])
    func aModeWithoutASizeIsNoDisplay(size: Size) {
        let machine = Machine()
        machine.card.mode = DRMMode(size: size, period: 16_666_667)
        for choice in ["auto", "plane", "kms", "fb"] {
            #expect(machine.refusal(choice)?.kind == .noDisplay)
        }
    }

    @Test(arguments: [UInt64.max, UInt64(Int64.max), 1 << 63, 1, 255])
    func aPlanesAlphaMayHaveAnyRange(maximum: UInt64) throws {
        let machine = Machine()
        machine.card.planeList = [
            .samplePrimary(31, Size(width: 320, height: 240)),
            .sample(
                32, .overlay, more: [DRMProperty(id: 200, name: "alpha", value: maximum, maximum: maximum)]),
        ]
        let screen = try machine.open("plane")
        for alpha in [1, 0.5, 0, .nan, .infinity] {
            try screen.present(layer, Pose(centerX: 160, centerY: 120, alpha: alpha))
            try screen.drain()
            let value = try #require(machine.card.plane(32)["alpha"]).value
            #expect(value <= maximum)
            if alpha == 1 { #expect(value == maximum) }
        }
        try screen.giveBack()
    }

    @Test(arguments: [UInt64.max, UInt64(Int64.max), 0]) func planesMayHaveAnyOrder(zpos: UInt64) {
        for maximum in [nil, 0, 1, UInt64.max] as [UInt64?] {
            let machine = Machine()
            for index in 0...2 {
                machine.card.planeList[index].properties.append(
                    DRMProperty(id: 201, name: "zpos", value: zpos, maximum: maximum))
            }
            _ = machine.refusal("plane")
        }
    }

    @Test(arguments: ["99999999999999999999,99999999999999999999", "-1,-1", "4294967295,4294967295", ",", ""])
    func sysfsMaySayAnything(virtualSize: String) throws {
        let machine = Machine()
        for file in [
            "class/graphics/fb7/virtual_size", "class/graphics/fbcon/rotate",
            "module/kernel/parameters/consoleblank",
        ] {
            machine.folder.write(virtualSize + "\n", file)
        }
        let screen = try machine.open("auto")
        try screen.present(layer, Pose(centerX: 160, centerY: 120))
        try screen.giveBack()
    }
}
