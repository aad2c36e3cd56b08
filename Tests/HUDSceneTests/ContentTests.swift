import HUDPixels
import HUDScene
import TestSupport
import Testing

/// A HUD as it changes: what is shown of its progress when.
@Suite struct ContentTests {
    private let millisecond: Int64 = 1_000_000

    /// How much of the bar is filled, 0...1, as drawn.
    private func filled(_ scene: Scene) -> Double {
        let width = scene.layer.size.width
        let pixels = scene.layer.pixels
        let bar = (0..<scene.layer.size.height).map { row in
            pixels[row * width..<(row + 1) * width].reduce(0.0) { sum, pixel in
                // The track is a quarter of white over black: 64 of 255.
                sum + max(0, Double(pixel & 0xFF) - 64) / 191
            }
        }
        return (bar.max() ?? 0) / 64
    }

    private func stage() throws -> (Scene, Content) {
        let scene = try Stage().scene(.standard, Size(width: 160, height: 120))
        return (scene, Content(HUD(.progress(0)), at: 0))
    }

    @Test(arguments: [
        (0.5, 0.5), (-3, 0), (7, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0), (1, 1), (-0.0, 0),
    ]) func progressIsBetweenNothingAndAll(_ value: Double, _ shown: Double) throws {
        var (scene, content) = try stage()
        content.change(to: HUD(.progress(value)), at: 0)
        scene.draw(content, at: 1_000 * millisecond)
        #expect(abs(filled(scene) - shown) < 0.01)
        scene.draw(Content(HUD(.progress(value)), at: 0), at: 0)
        #expect(abs(filled(scene) - shown) < 0.01)
    }

    @Test func progressGrowsEvenlyFrameByFrame() throws {
        var (scene, content) = try stage()
        scene.draw(content, at: 0)
        content.change(to: HUD(.progress(1)), at: 0)
        var last = 0.0
        for frame in 1...12 {
            scene.draw(content, at: Int64(frame) * 16_666_667)
            let now = filled(scene)
            #expect((-1e-9...0.16).contains(now - last), "frame \(frame): \(last) to \(now)")
            last = now
        }
        #expect(last > 0.997)
    }

    /// Values that come faster than frames: the bar follows, neither jumping nor running ahead.
    @Test func aStreamOfValuesIsFollowed() throws {
        var (scene, content) = try stage()
        var last = 0.0
        for step in 0..<1000 {
            let time = Int64(step) * 2 * millisecond
            content.change(to: HUD(.progress(Double(step) / 1000)), at: time)
            guard step % 8 == 0 else { continue }
            scene.draw(content, at: time)
            let now = filled(scene)
            #expect((-0.005...0.03).contains(now - last), "step \(step): \(last) to \(now)")
            #expect(now <= Double(step) / 1000 + 0.03)
            last = now
        }
        scene.draw(content, at: 2_300 * millisecond)
        #expect(abs(filled(scene) - 0.999) < 0.005)
    }

    /// The same value again is no change.
    @Test func theSameAgainChangesNothing() throws {
        var (scene, content) = try stage()
        content.change(to: HUD(.progress(0.8)), at: 0)
        var same = content
        for time in 1...19 { same.change(to: HUD(.progress(0.8)), at: Int64(time) * 10 * millisecond) }
        for time in stride(from: Int64(0), through: 300, by: 20) {
            scene.draw(content, at: time * millisecond)
            let version = scene.layer.version
            scene.draw(same, at: time * millisecond)
            #expect(scene.layer.version == version)
        }
    }

    @Test func aSpinnerTurnsOnWhileItsLabelChanges() throws {
        let scene = try Stage().scene(.standard, Size(width: 160, height: 120))
        var content = Content(HUD(.busy, label: "One"), at: 0)
        let same = content
        content.change(to: HUD(.busy, label: "Two"), at: 300 * millisecond)
        scene.draw(content, at: 2_400 * millisecond)
        content.change(to: HUD(.busy, label: "One"), at: 2_450 * millisecond)
        scene.draw(content, at: 3_100 * millisecond)
        let version = scene.layer.version
        scene.draw(same, at: 4_100 * millisecond)  // a turn later
        #expect(scene.layer.version == version)
        #expect(content.stillFrom == .max)
    }

    @Test func stillnessIsKnown() {
        var content = Content(HUD(label: "A"), at: 5)
        #expect(content.isStill(at: 5))
        content.change(to: HUD(label: "B"), at: 100)
        #expect(content.stillFrom == 200 * millisecond + 100)
        content.change(to: HUD(.failure, label: "B"), at: 200)
        #expect(content.stillFrom == 250 * millisecond + 200)
        content.change(to: HUD(.busy, label: "B"), at: 300)
        #expect(content.stillFrom == .max)
        content.change(to: HUD(.progress(0.5), label: "B"), at: 400)
        #expect(content.stillFrom <= 200 * millisecond + 400)
    }
}
