import Foundation
import HUDDisplay
import HUDImage
import HUDPixels
import Testing

@Suite struct ImageScreenTests {
    let folder = Folder()
    let layer = noisyLayer(20, 20)

    func pixels(_ path: String) throws -> [UInt32] {
        let image = try PNG.image(at: path)
        return image.withSurface { surface in
            (0..<surface.size.height).flatMap { y in
                (0..<surface.size.width).map { surface.pixel(x: $0, y: y) & 0xff_ffff }
            }
        }
    }

    func expected(_ background: Color, _ pose: Pose) -> [UInt32] {
        let image = Image(size: Size(width: 64, height: 48), color: background)
        return image.withSurface { surface in
            compose(layer, pose, over: surface, into: surface, x: 0, y: 0)
            return (0..<48).flatMap { y in (0..<64).map { surface.pixel(x: $0, y: y) & 0xff_ffff } }
        }
    }

    @Test func aShowLeavesThePictureAtRest() throws {
        let path = folder.path + "/out.png"
        let grey = Color(red: 100, green: 110, blue: 120)
        let screen = ImageScreen(path: path, size: Size(width: 64, height: 48), color: grey)
        for pose in showPoses(32, 24) { screen.present(layer, pose) }
        try screen.giveBack()
        #expect(try pixels(path) == expected(grey, Pose(centerX: 32, centerY: 24)))
    }

    @Test func whatCannotBeWrittenIsNamed() throws {
        let screen = ImageScreen(path: "/nowhere/x.png", size: Size(width: 8, height: 8), color: .black)
        let error = failure { try screen.giveBack() }
        #expect(error?.description.contains("/nowhere/x.png") == true)
    }
}
