import HUDImage
import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// What a person sees: a HUD over a background, on a screen of some size.
struct Stage {
    let library: FontLibrary
    let face: Face

    init() throws {
        library = try FontLibrary()
        face = try #require(library.defaultFace(), "no face: apt install fonts-dejavu-core")
        try #require(
            face.name == "DejaVu Sans Bold", "goldens are drawn in it: apt install fonts-dejavu-core")
    }

    func scene(_ hud: HUD, _ screen: Size, scale: Double) -> Scene {
        Scene(screen: screen, scale: scale, room: .content(hud), fonts: library, face: face)
    }

    /// The whole screen.
    func picture(_ scene: Scene, over background: Picture, _ appearance: Appearance = .rest) -> Picture {
        var picture = background
        picture.withSurface { compose(scene.layer, scene.pose(appearance), over: $0, into: $0, x: 0, y: 0) }
        return picture
    }

    /// A background with edges, colours and slopes in it, the same everywhere.
    static func background(_ size: Size) -> Picture {
        Picture(size: size) { x, y in
            let checker = (x / 16 + y / 16) % 2 == 0 ? 40 : 0
            let (red, green, blue) = (
                60 + checker + x % 128, 90 + checker + y % 96, 200 - checker - (x + y) % 64
            )
            return UInt32(red << 16 | green << 8 | blue)
        }
    }

    /// One of each kind.
    static let kinds: [HUD.Kind] = [
        .success, .failure, .info, .warning, .busy, .progress(0.4), .image(picture), .text,
    ]

    /// A picture with a transparent rim.
    static let picture = Artwork(
        size: Size(width: 60, height: 40),
        pixels: (0..<2400).map { index in
            let (x, y) = (index % 60, index / 60)
            let isRim = x < 4 || x >= 56 || y < 4 || y >= 36
            return isRim ? 0x4040_2000 : 0xFF00_60C0 + UInt32(x) << 16
        })

    static let screens = [
        Size(width: 320, height: 240), Size(width: 801, height: 601), Size(width: 1920, height: 1080),
    ]
}
