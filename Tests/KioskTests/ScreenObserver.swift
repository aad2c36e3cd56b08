import Foundation
import HUDPixels
import HUDScene
import KioskHarness
import Testing

/// Looks at what a virtual display shows, by the best oracle that it has: a screenshot of the scan-out, or, on vkms,
/// the checksum of the composed frame.
struct ScreenObserver {
    let kiosk: Kiosk
    let background: Kiosk.Background

    /// Fills the screen with noise.
    init(_ kiosk: Kiosk, seed: UInt64 = .random(in: 1...1_000_000)) throws {
        self.kiosk = kiosk
        background = try kiosk.fillNoise(seed: seed)
        print("noise seed \(seed) on \(kiosk.configuration.display.rawValue)")
    }

    private var display: Kiosk.Display { kiosk.configuration.display }

    /// How far a channel may be off: a level, or, at 16 bits, a quantisation step (255 / 31).
    private var tolerance: Int { display == .vesa565 ? 9 : 1 }

    /// Waits until the HUD is seen at rest over the noise, and nothing else has changed.
    func expectHUD(
        _ label: String = "Tagged", seconds: Double = 8, at location: SourceLocation = #_sourceLocation
    ) throws {
        if display.hasScreenshots {
            let framebuffer = background.framebuffer
            let wanted =
                try framebuffer.palette.isEmpty
                ? background.picture.withHUD(label)
                : framebuffer.picture(of: background.bytesWithHUD(label))
            // Otherwise a display that shows nothing would pass.
            #expect(wanted.difference(from: background.picture, tolerance: tolerance) != nil)
            var last: Picture.Difference?
            let seen = try kiosk.poll(seconds: seconds) {
                last = try kiosk.screenshot().difference(from: wanted, tolerance: tolerance)
                return last == nil
            }
            #expect(
                seen, "\(label) is not on the screen: \(last.map(String.init(describing:)) ?? "")",
                sourceLocation: location)
        } else {
            let wanted = try composed(label)
            #expect(wanted != ComposedFrame(background.picture).checksum)
            let seen = kiosk.poll(seconds: seconds) { (try? kiosk.composedChecksums(1)) == [wanted] }
            #expect(seen, "\(label) is not in the composed frame", sourceLocation: location)
        }
    }

    /// Waits until the screen is what it was, every pixel, and the memory, every byte.
    func expectAsBefore(seconds: Double = 4, at location: SourceLocation = #_sourceLocation) throws {
        if display.hasScreenshots {
            var last: Picture.Difference?
            let clean = try kiosk.poll(seconds: seconds) {
                last = try kiosk.screenshot().difference(from: background.picture)
                return last == nil
            }
            #expect(clean, "a stain: \(last.map(String.init(describing:)) ?? "")", sourceLocation: location)
        } else {
            let wanted = ComposedFrame(background.picture).checksum
            let clean = kiosk.poll(seconds: seconds) { (try? kiosk.composedChecksums(1)) == [wanted] }
            #expect(clean, "the composed frame is another than before", sourceLocation: location)
            #expect(try !kiosk.displayState().contains("allocated by = hud"), sourceLocation: location)
        }
        let bytes = try kiosk.framebufferBytes().prefix(background.bytes.count)
        #expect(Array(bytes) == background.bytes, "the framebuffer's bytes differ", sourceLocation: location)
    }

    /// The checksum of the frame that vkms composes with the HUD on an overlay plane.
    private func composed(_ label: String) throws -> UInt32 {
        let size = Size(width: background.picture.width, height: background.picture.height)
        let scene = try Scene.standard(label, screen: size)
        var frame = ComposedFrame(background.picture)
        let layer = scene.layer.size
        frame.blend(
            scene.pixels, width: layer.width, x: Int(scene.restPose.centerX) - layer.width / 2,
            y: Int(scene.restPose.centerY) - layer.height / 2)
        return frame.checksum
    }
}
