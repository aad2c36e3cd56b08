import HUDImage
import HUDPixels
import HUDScene
import HUDStage
import TestSupport
import Testing

/// A HUD on its way from one process to another.
struct HUDBytesTests {
    static let huds: [HUD] = [
        HUD(label: "Tagged"), HUD(.failure), HUD(.info, label: "é\u{0}漢\n", detail: "x"), HUD(.warning),
        HUD(.busy),
        HUD(.text, detail: String(repeating: "long ", count: 5000)), HUD(.progress(0.25), label: "a"),
        HUD(.progress(-.infinity)),
        HUD(
            .image(Artwork(size: Size(width: 3, height: 2), pixels: [0, 1, 0xFF00_FF00, 3, 4, 0xFFFF_FFFF]))),
    ]

    @Test(arguments: huds) func arrivesWhole(_ hud: HUD) {
        #expect(HUD(bytes: hud.bytes) == hud)
    }

    @Test func nothingIsMadeOfHalfAHUD() {
        for hud in Self.huds {
            for count in stride(from: 0, to: min(hud.bytes.count, 400), by: 1) {
                #expect(HUD(bytes: Array(hud.bytes.prefix(count))) == nil)
            }
        }
    }

    @Test func rubbishIsNoTrap() {
        var random = Seeded()
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = Self.huds.randomElement(using: &random)!.bytes
            if bytes.count > 1000 { continue }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            // What is read at all says the same when it is written again.
            guard let read = HUD(bytes: bytes) else { continue }
            accepted += 1
            #expect(HUD(bytes: read.bytes)?.bytes == read.bytes)
        }
        #expect(accepted > 100)
    }
}
