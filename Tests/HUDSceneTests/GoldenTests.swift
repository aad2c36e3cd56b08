import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// Pictures that a person has looked at: Tests/Goldens, cut to the HUD and its surroundings.
@Suite struct GoldenTests {
    private func cut(_ picture: Picture, _ scene: Scene) -> Picture {
        let bounds = scene.restPose.bounds(of: scene.layer.size)
        let rim = Rect(x: bounds.x - 8, y: bounds.y - 8, width: bounds.width + 16, height: bounds.height + 16)
        return picture.cropped(Rect(picture.size).intersection(rim))
    }

    @Test(arguments: Stage.screens, [1.0, 2, 3]) func atRest(_ screen: Size, _ scale: Double) throws {
        let stage = try Stage()
        let scene = stage.scene(HUD(label: "Tagged"), screen, scale: scale)
        let picture = stage.picture(scene, over: Stage.background(screen))
        let name = "tagged-\(screen.width)x\(screen.height)@\(Int(scale))"
        let fault = cut(picture, scene).fault(againstGolden: name)
        #expect(fault == nil, "\(fault ?? "")")
    }

    @Test(arguments: [
        ("appearing", HUD(label: "Tagged"), Appearance(scale: 1.12, alpha: 0.6)),
        ("cross", HUD(.failure, label: "Failed"), .rest),
        ("info", HUD(.info, label: "Größe 37 ½"), .rest),
        ("warning", HUD(.warning, label: "No paper"), .rest),
        ("none", HUD(.text, label: "Only a label"), .rest),
        ("long", HUD(label: "A label that is far too long for a screen of this size"), .rest),
        ("missing", HUD(label: "日本 ok"), .rest),
    ]) func others(_ name: String, _ hud: HUD, _ appearance: Appearance) throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        let scene = stage.scene(hud, screen, scale: 1)
        let picture = stage.picture(scene, over: Stage.background(screen), appearance)
        let fault = cut(picture, scene).fault(againstGolden: name)
        #expect(fault == nil, "\(fault ?? "")")
    }

    /// References that must be refused: what the comparison is worth.
    @Test func refusesWhatIsWrong() throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        let background = Stage.background(screen)
        let scene = stage.scene(HUD(label: "Tagged"), screen, scale: 1)
        let good = cut(stage.picture(scene, over: background), scene)
        let golden = try Picture(png: goldenPath("tagged-320x240@1"))
        #expect(good.fault(against: golden) == nil)

        let label = Rect(x: 8, y: 72, width: 96, height: 24)
        let icon = Rect(x: 40, y: 28, width: 32, height: 32)
        for (name, bad) in [
            ("all moved right", good.moved(1, 0)), ("all moved down", good.moved(0, 1)),
            ("label moved right", good.moving(label, 1, 0)), ("label moved down", good.moving(label, 0, 1)),
            ("icon moved right", good.moving(icon, 1, 0)), ("icon moved up", good.moving(icon, 0, -1)),
            (
                "another label",
                cut(
                    stage.picture(stage.scene(HUD(label: "Togged"), screen, scale: 1), over: background),
                    scene)
            ),
            (
                "no label",
                cut(stage.picture(stage.scene(HUD(label: ""), screen, scale: 1), over: background), scene)
            ),
            (
                "fainter",
                cut(
                    stage.picture(scene, over: background, Appearance(scale: 1, alpha: 0.85)), scene)
            ),
            ("another size", good.cropped(Rect(x: 0, y: 0, width: 100, height: 112))),
        ] {
            #expect(bad.fault(against: golden) != nil, "\(name) passes for the golden")
        }
    }
}

extension Picture {
    /// The same picture with one part of it moved.
    fileprivate func moving(_ rect: Rect, _ dx: Int, _ dy: Int) -> Picture {
        let part = cropped(rect).moved(dx, dy)
        var result = self
        for y in 0..<rect.height {
            for x in 0..<rect.width { result[rect.x + x, rect.y + y] = part[x, y] }
        }
        return result
    }
}
