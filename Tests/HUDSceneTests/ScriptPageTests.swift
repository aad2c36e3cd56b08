import Foundation
import HUDImage
import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// A page of labels in 14 scripts, and what several lines look like.
@Suite struct ScriptPageTests {
    private static let fonts = "/usr/share/fonts/truetype/"
    private static let files = [
        "lohit-devanagari/Lohit-Devanagari.ttf", "lohit-tamil/Lohit-Tamil.ttf", "tlwg/Loma-Bold.ttf",
        "wqy/wqy-microhei.ttc", "noto/NotoColorEmoji.ttf",
    ].map { fonts + $0 }

    private static let page = [
        "Přílišné Æß", "Ετικέτα", "Отмечено", "Պիտակ", "დაჭდევა", "נסרק ABC", "تم المسح", "ສະແກນແລ້ວ", "स्क्रीन क्षण",
        "குறிச்சொல்", "น้ำใส่กุ้ง", "已标记", "タグ付け", "태그됨",
    ]
    private static let cell = Size(width: 320, height: 200)

    private func library() throws -> FontLibrary {
        let missing = Self.files.filter { !FileManager.default.isReadableFile(atPath: $0) }
        try #require(missing == [], "missing: deploy/install-dependencies.sh test")
        return try FontLibrary(fallback: .files(Self.files))
    }

    /// Cell by cell, so that one wrong label does not hide among thirteen right ones.
    @Test func fourteenScripts() throws {
        let stage = try Stage()
        let library = try library()
        let columns = 4
        let rows = (Self.page.count + columns - 1) / columns
        var page = Picture(size: Size(width: Self.cell.width * columns, height: Self.cell.height * rows))
        var cells: [(String, Rect)] = []
        for (index, label) in Self.page.enumerated() {
            let scene = Scene(
                screen: Self.cell, scale: 2, room: .content(HUD(label: label)), fonts: library,
                face: stage.face)
            #expect(scene.missingCharacters == [] && !scene.isLabelShortened)
            let picture = stage.picture(scene, over: Picture(size: Self.cell, color: 0x7080A0))
            let corner = (index % columns * Self.cell.width, index / columns * Self.cell.height)
            page.paste(picture, x: corner.0, y: corner.1)
            cells.append(
                (label, Rect(x: corner.0, y: corner.1, width: Self.cell.width, height: Self.cell.height)))
        }
        if ProcessInfo.processInfo.environment["HUD_RECORD_GOLDENS"] == "1" {
            Issue.record("\(page.fault(againstGolden: "scripts") ?? "")")
            return
        }
        let golden = try Picture(png: goldenPath("scripts"))
        try #require(golden.size == page.size)
        for (label, cell) in cells {
            let fault = page.cropped(cell).fault(against: golden.cropped(cell), Self.tolerance)
            #expect(fault == nil, "\(label): \(fault ?? "")")
            // What is another text is seen.
            let next = cells[(cells.firstIndex { $0.0 == label }! + 1) % cells.count].1
            #expect(page.cropped(next).fault(against: golden.cropped(cell), Self.tolerance) != nil)
            #expect(
                page.cropped(cell).moved(1, 0).fault(against: golden.cropped(cell), Self.tolerance) != nil)
        }
    }

    /// The letters' hinting differs a little from FreeType 2.12 to 2.13.
    private static let tolerance = Tolerance(level: 24, part: 0.004, most: 110)

    @Test(arguments: [
        ("lines", HUD(.info, label: "Please take\nyour receipt"), 1),
        ("wrapped", HUD(.warning, label: "Please take your receipt and your card before you leave"), 3),
        ("lines-only", HUD(.text, label: "One\ntwo\nthree\nfour\nfive"), 1),
    ]) func severalLines(_ name: String, _ hud: HUD, _ lines: Int) throws {
        let stage = try Stage()
        var theme = Theme.standard
        theme.change { $0.labelLines = lines }
        let screen = Size(width: 320, height: 240)
        let scene = Scene(
            theme: theme, screen: screen, scale: 1, room: .content(hud), fonts: stage.library,
            face: stage.face)
        let picture = stage.picture(scene, over: Stage.background(screen))
        let fault = picture.fault(againstGolden: name, Tolerance(part: 0.001))
        #expect(fault == nil, "\(fault ?? "")")
    }

    /// From a watch to a wall: the box is on the screen, and letters are of a size that can be read.
    @Test(arguments: [
        (240, 240), (320, 480), (800, 480), (1366, 768), (1920, 1080), (3840, 2160), (128, 128),
    ]) func everyScreenShowsALegibleLabel(_ width: Int, _ height: Int) throws {
        let stage = try Stage()
        let library = try library()
        let screen = Size(width: width, height: height)
        let scale = Theme.standard.scale(for: screen)
        for label in Self.page + [
            "👍🏽 OK", "A label that is far too long for a screen of any size, said twice", "a\nb\nc\nd",
        ] {
            for kind in [HUD.Kind.success, .text] {
                for lines in [1, 4] {
                    var theme = Theme.standard
                    theme.change { $0.labelLines = lines }
                    let scene = Scene(
                        theme: theme, screen: screen, scale: scale, room: .content(HUD(kind, label: label)),
                        fonts: library, face: stage.face)
                    let bounds = scene.restPose.bounds(of: scene.layer.size)
                    #expect(Rect(screen).intersection(bounds) == bounds, "\(label) on \(screen)")
                    let ink = scene.layer.inkRows()
                    #expect(ink.count >= Int(7 * scale), "\(label): letters of \(ink) rows")
                    // Nothing of the letters touches the box's edge.
                    #expect(
                        ink.first ?? 0 >= 3 && ink.last ?? 0 < bounds.height - 3, "\(label) \(screen) \(ink)")
                }
            }
        }
    }

    @Test func aPictureStandsInTheIconsPlace() throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        for (width, height) in [(28, 28), (300, 300), (400, 200), (7, 14)] {
            let picture = Artwork(
                size: Size(width: width, height: height),
                pixels: [UInt32](repeating: 0xFFFF_0000, count: width * height))
            for scale in [1.0, 2] {
                let scene = stage.scene(HUD(.image(picture), label: "Tagged"), screen, scale: scale)
                let drawn = stage.picture(scene, over: Picture(size: screen))
                let fitted = picture.fitted(Int(28 * scale))
                var reds: [(x: Int, y: Int)] = []
                for y in 0..<240 { for x in 0..<320 where drawn[x, y] == 0xFF0000 { reds.append((x, y)) } }
                #expect(reds.count == fitted.width * fitted.height)
                let middle = reds.reduce((0.0, 0.0)) {
                    ($0.0 + Double($1.x) + 0.5, $0.1 + Double($1.y) + 0.5)
                }
                #expect(abs(middle.0 / Double(reds.count) - 160) <= 0.5)
                #expect(abs(middle.1 / Double(reds.count) - (120 - 12 * scale)) <= 0.5)
            }
        }
    }

    @Test func translucentPicturesAreNotDarkenedAtTheirRims() throws {
        let stage = try Stage()
        let half = Artwork(
            size: Size(width: 28, height: 28), pixels: [UInt32](repeating: 0x8080_8080, count: 784))
        let screen = Size(width: 320, height: 240)
        let scene = stage.scene(HUD(.image(half)), screen, scale: 1)
        let drawn = stage.picture(scene, over: Picture(size: screen, color: 0x404040))
        // The box leaves 16 of the grey, and half white over it is 136.
        #expect(abs(Int(drawn[160, 108] & 0xFF) - 136) <= 1)
    }

    /// What comes with the second, third line stands below the first; the icon keeps its distance from the top.
    @Test func linesGrowTheBoxDownwards() throws {
        let stage = try Stage()
        let screen = Size(width: 800, height: 600)
        let one = stage.scene(HUD(label: "H"), screen, scale: 1)
        for count in 2...6 {
            let label = Array(repeating: "H", count: count).joined(separator: "\n")
            let scene = stage.scene(HUD(label: label), screen, scale: 1)
            #expect(abs(scene.layer.size.height - 96 - (count - 1) * 19) <= 1)
            let (rows, first) = (scene.layer.inkRows(), one.layer.inkRows())
            #expect(abs(rows[0] - first[0]) <= 1)
            let below = scene.layer.size.height - 1 - rows.last!
            #expect(abs(below - (95 - first.last!)) <= 1)
        }
    }
}

extension Layer {
    /// The rows with something bright in them.
    fileprivate func inkRows() -> [Int] {
        withSurface { surface in
            (0..<size.height).filter { y in
                (0..<size.width).contains { surface.pixel(x: $0, y: y) & 0xFF00 > 0x6000 }
            }
        }
    }
}

extension Picture {
    fileprivate mutating func paste(_ other: Picture, x: Int, y: Int) {
        for row in 0..<other.size.height {
            for column in 0..<other.size.width { self[x + column, y + row] = other[column, row] }
        }
    }
}
