import HUDScene
import HUDStage
import Testing

/// A HUD's states: what it looks like at any moment, whatever comes when.
struct PresentationTests {
    private let look = Look.standard
    private let millisecond: Int64 = 1_000_000

    private func shown(at time: Int64 = 0) -> Presentation {
        var presentation = Presentation(look: look)
        presentation.show(at: time)
        return presentation
    }

    @Test func isHiddenBeforeAnythingHappens() {
        let presentation = Presentation(look: look)
        #expect(presentation.isHidden(at: 0))
        #expect(presentation.appearance(at: 5).alpha == 0)
    }

    @Test func appearsFromLargeAndTransparent() {
        let presentation = shown()
        #expect(presentation.appearance(at: 0) == Appearance(scale: 1.3, alpha: 0))
        let middle = presentation.appearance(at: 150 * millisecond)
        #expect(abs(middle.scale - 1.15) < 1e-6)
        #expect(abs(middle.alpha - 0.5) < 1e-6)
        #expect(presentation.appearance(at: 300 * millisecond) == .rest)
        #expect(presentation.appearance(at: 10_000 * millisecond) == .rest)
        #expect(!presentation.isHidden(at: 10_000 * millisecond))
    }

    @Test func theFirstFrameIsAlreadyVisible() {
        #expect(shown().appearance(at: 16 * millisecond).alpha > 0.004)
    }

    @Test func fadesWithoutGrowing() {
        var presentation = shown()
        presentation.leave(at: 600 * millisecond)
        let middle = presentation.appearance(at: 675 * millisecond)
        #expect(middle.scale == 1)
        #expect(abs(middle.alpha - 0.5) < 1e-6)
        #expect(!presentation.isHidden(at: 749 * millisecond))
        #expect(presentation.isHidden(at: 750 * millisecond))
    }

    @Test(arguments: [0, 40, 150, 299, 300, 450] as [Int64])
    func leavesFromWhereverItIs(_ time: Int64) {
        var presentation = shown()
        let before = presentation.appearance(at: time * millisecond)
        presentation.leave(at: time * millisecond)
        #expect(presentation.appearance(at: time * millisecond) == before)
        #expect(presentation.isHidden(at: (time + 150) * millisecond))
    }

    @Test(arguments: [601, 675, 749] as [Int64])
    func turnsRoundWhileLeaving(_ time: Int64) {
        var presentation = shown()
        presentation.leave(at: 600 * millisecond)
        let before = presentation.appearance(at: time * millisecond)
        presentation.show(at: time * millisecond)
        #expect(presentation.appearance(at: time * millisecond) == before)
        #expect(presentation.appearance(at: (time + 300) * millisecond) == .rest)
    }

    @Test func comesAgainAfterItHasGone() {
        var presentation = shown()
        presentation.leave(at: 600 * millisecond)
        presentation.show(at: 900 * millisecond)
        #expect(presentation.appearance(at: 900 * millisecond) == Appearance(scale: 1.3, alpha: 0))
    }

    @Test func leavingTwiceIsLeavingOnce() {
        var presentation = shown()
        presentation.leave(at: 600 * millisecond)
        presentation.leave(at: 700 * millisecond)
        #expect(presentation.isHidden(at: 750 * millisecond))
    }
}
