import Foundation
import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// Pictures to look at: HUD_PICTURES=<directory>.
@Test(.enabled(if: ProcessInfo.processInfo.environment["HUD_PICTURES"] != nil)) func pictures() throws {
    let directory = ProcessInfo.processInfo.environment["HUD_PICTURES"]!
    let fonts = try FontLibrary()
    let face = ProcessInfo.processInfo.environment["HUD_FONT"].flatMap { try? fonts.face(at: $0) } ?? fonts.defaultFace()
    print(face?.name ?? "none")
    var cells: [Picture] = []
    for (label, icon) in [("Tagged", Icon.check), ("Failed", .cross), ("Ready", .info), ("No paper", .warning), ("Only text", .none), ("", .check), ("Größe Ünïcødé AVATAR fi", .check), ("日本 x", .check), ("A long label that does not fit on any screen of this size at all", .info)] {
        for scale in [1.0, 1.5, 2.0, 3.0] {
            let screen = Size(width: 400, height: 300)
            let start = DispatchTime.now().uptimeNanoseconds
            let scene = Scene(HUD(label: label, icon: icon), screen: screen, scale: scale, fonts: fonts, face: face)
            let t = DispatchTime.now().uptimeNanoseconds - start
            print(label, scale, scene.layer.size, "\(t / 1000) us", scene.missingCharacters, scene.isLabelShortened)
            var p = Picture(size: screen) { x, y in UInt32(90 + (x / 8 + y / 8) % 2 * 40 + y / 4) * 0x01_0101 }
            p.withSurface { compose(scene.layer, scene.restPose, over: $0, into: $0, x: 0, y: 0) }
            cells.append(p)
        }
    }
    for row in 0..<cells.count / 4 {
        let four = Array(cells[row * 4..<row * 4 + 4])
        let sheet = Picture(size: Size(width: 1600, height: 300)) { x, y in four[x / 400][x % 400, y] }
        try sheet.write(to: "\(directory)/sheet\(row).png")
    }
    try cells[0].cropped(Rect(x: 145, y: 95, width: 110, height: 110)).enlarged(8).write(to: "\(directory)/big.png")
    for i in [4, 8, 12, 24] { try cells[i].cropped(Rect(x: 145, y: 95, width: 110, height: 110)).enlarged(6).write(to: "\(directory)/big\(i).png") }
}
