import Foundation
import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// Pictures that a person has looked at: every kind, theme and anchor, and each motion at five moments.
@Suite struct SheetTests {
    /// What of a cell may be another is less than a part that moved: each cell is looked at for itself.
    private func hold(_ sheet: Sheet, _ name: String) {
        let fault = sheet.picture.fault(againstGolden: name, Tolerance(part: 0.0004))
        #expect(fault == nil, "\(fault ?? "")")
    }

    private static let huds = zip(
        Stage.kinds, ["Tagged", "Not for sale", "Welcome", "No paper", "Printing", "Update", "Shop", "Text"]
    ).map { HUD($0, label: $1) }

    private static func theme(_ name: String) throws -> Theme {
        let tree = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tree.appendingPathComponent("Themes/\(name).ini")
        return try Theme(ini: String(contentsOf: file, encoding: .utf8), file: name)
    }

    @Test(arguments: ["ancestor", "light", "high-contrast"]) func everyKind(_ name: String) throws {
        let stage = try Stage()
        let theme = try Self.theme(name)
        let cell = Size(width: 184, height: 190)
        var sheet = Sheet(columns: 8, rows: 2, cell: cell)
        for detail in ["", "More about it that is to be read"] {
            for var hud in Self.huds {
                hud.detail = detail
                let scene = stage.scene(theme, cell)
                scene.draw(Content(hud, theme: theme, at: 0), at: 120_000_000)
                sheet.add(stage.picture(scene, over: Stage.background(cell)))
            }
        }
        hold(sheet, "kinds-\(name)")
    }

    @Test func everyStyle() throws {
        let stage = try Stage()
        let cell = Size(width: 112, height: 112)
        var sheet = Sheet(columns: 5, rows: 5, cell: cell)
        for style in ProgressStyle.allCases {
            let theme = Theme.with { $0.progressStyle = style }
            for part in [0, 0.01, 0.5, 0.9, 1] {
                let scene = stage.scene(theme, cell)
                scene.draw(Content(HUD(.progress(part), label: "Copy"), theme: theme, at: 0), at: 0)
                sheet.add(stage.picture(scene, over: Stage.background(cell)))
            }
        }
        for style in SpinnerStyle.allCases {
            let theme = Theme.with { $0.spinnerStyle = style }
            let scene = stage.scene(theme, cell)
            for moment in 0..<5 {
                scene.draw(
                    Content(HUD(.busy, label: "Wait"), theme: theme, at: 0), at: Int64(moment) * 220_000_000)
                sheet.add(stage.picture(scene, over: Stage.background(cell)))
            }
        }
        hold(sheet, "styles")
    }

    @Test func everyAnchor() throws {
        let stage = try Stage()
        let screen = Size(width: 208, height: 156)
        var sheet = Sheet(columns: 9, rows: 2, cell: screen)
        for offset in [0.0, 5] {
            for anchor in Anchor.allCases {
                let theme = Theme.with {
                    $0.anchor = anchor
                    $0.offsetX = -offset
                    $0.offsetY = 2 * offset
                }
                let scene = stage.scene(theme, screen)
                scene.draw(Content(HUD(label: "Tagged"), theme: theme, at: 0), at: 0)
                sheet.add(stage.picture(scene, over: Stage.background(screen)))
            }
        }
        hold(sheet, "anchors")
    }

    /// Each at its beginning, a quarter, half, three quarters and its end.
    @Test func appearingAndLeaving() throws {
        let stage = try Stage()
        let screen = Size(width: 136, height: 136)
        var sheet = Sheet(columns: 5, rows: 7, cell: screen)
        for (style, curve) in [
            (Transition.Style.zoom, Curve.easeInOut), (.zoom, .easeOut), (.zoom, .linear),
            (.fade, .easeInOut),
            (.none, .easeInOut),
        ] {
            let look = Theme.with {
                $0.appear.style = style
                $0.curve = curve
            }.base
            let scene = stage.scene(HUD(label: "Tagged"), screen, scale: 1)
            for moment in 0..<5 {
                let appearance = look.appearing(at: 0).appearance(at: Int64(moment) * 75_000_000)
                sheet.add(stage.picture(scene, over: Stage.background(screen), appearance))
            }
        }
        for style in [Transition.Style.fade, .zoom] {
            let look = Theme.with { $0.leave.style = style }.base
            let scene = stage.scene(HUD(label: "Tagged"), screen, scale: 1)
            for moment in 0..<5 {
                let appearance = look.leaving(at: 0).appearance(at: Int64(moment) * 37_500_000)
                sheet.add(stage.picture(scene, over: Stage.background(screen), appearance))
            }
        }
        hold(sheet, "appearing-leaving")
    }

    @Test func changing() throws {
        let stage = try Stage()
        let cell = Size(width: 208, height: 136)
        var sheet = Sheet(columns: 5, rows: 4, cell: cell)
        for (from, to) in [
            (HUD(.busy, label: "Wait"), HUD(.success, label: "Done")),
            (HUD(.busy, label: "Wait"), HUD(.failure, label: "Not for sale today")),
            (HUD(.progress(0.2), label: "Copy"), HUD(.progress(0.9), label: "Copy")),
            (HUD(.info, label: "Large"), HUD(.info, label: "L", detail: "and a detail")),
        ] {
            let theme = Theme.standard
            let scene = stage.scene(theme, cell)
            var content = Content(from, theme: theme, at: 0)
            scene.draw(content, at: 0)
            content.change(to: to, at: 500_000_000)
            for moment in 0..<5 {
                scene.draw(content, at: 500_000_000 + Int64(moment) * 62_500_000)
                sheet.add(stage.picture(scene, over: Stage.background(cell)))
            }
            #expect(content.isStill(at: 750_000_000) && !content.isStill(at: 500_000_000))
        }
        hold(sheet, "changing")
    }
}
