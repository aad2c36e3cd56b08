import Foundation
import HUDImage
import HUDPixels
import HUDScene
import HUDText
import KioskHarness
import Testing

/// The built `hud`, in the guest at the path that it has here.
enum HUDProgram {
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("hud").path
}

extension Kiosk {
    /// Starts `hud` in the guest; the job's process is the front.
    func startHUD(_ arguments: String, as user: User = .root) throws -> Job {
        try start("exec \(HUDProgram.path) \(arguments)", as: user)
    }

    /// Runs `hud` in the guest to its end.
    func runHUD(_ arguments: String, as user: User = .root) throws -> (status: Int32, output: String) {
        try run("exec \(HUDProgram.path) \(arguments)", as: user)
    }
}

extension Kiosk.Job {
    /// The process that draws: the front's child.
    func worker(in kiosk: Kiosk) throws -> Int32 {
        let front = try pid
        var children: [Int32] = []
        _ = try kiosk.poll(seconds: 5) {
            let text = try kiosk.check("cat /proc/\(front)/task/\(front)/children")
            children = text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
            return !children.isEmpty
        }
        return try #require(children.first)
    }
}

extension Picture {
    /// This picture with a HUD at rest over it, drawn on the host and without a display.
    func withHUD(_ label: String, icon: Icon = .check, scale: Double? = nil) throws -> Picture {
        let scene = try Scene.standard(
            label, icon: icon, screen: Size(width: width, height: height), scale: scale)
        let image = Image(size: Size(width: width, height: height))
        image.withSurface { surface in
            for y in 0..<height {
                for x in 0..<width {
                    let (red, green, blue) = self[x, y]
                    let pixel = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
                    surface.base.storeBytes(
                        of: pixel | 0xFF00_0000, toByteOffset: y * surface.stride + x * 4, as: UInt32.self)
                }
            }
            compose(scene.layer, scene.restPose, over: surface, into: surface, x: 0, y: 0)
        }
        var picture = self
        image.withSurface { surface in
            for index in 0..<width * height {
                let pixel = surface.base.load(fromByteOffset: index * 4, as: UInt32.self)
                picture.bytes[index * 3] = UInt8(pixel >> 16 & 0xFF)
                picture.bytes[index * 3 + 1] = UInt8(pixel >> 8 & 0xFF)
                picture.bytes[index * 3 + 2] = UInt8(pixel & 0xFF)
            }
        }
        return picture
    }
}

extension Kiosk.Background {
    /// The memory with a HUD at rest in its visible part, every byte, drawn on the host.
    func bytesWithHUD(_ label: String) throws -> [UInt8] {
        let size = Size(width: framebuffer.width, height: framebuffer.height)
        let scene = try Scene.standard(label, screen: size)
        let format = framebuffer.pixelFormat
        let start = framebuffer.y * framebuffer.stride + framebuffer.x * format.bytesPerPixel
        var bytes = bytes
        bytes.withUnsafeMutableBytes { memory in
            let surface = Surface(
                base: memory.baseAddress! + start, size: size, stride: framebuffer.stride, format: format)
            compose(scene.layer, scene.restPose, over: surface, into: surface, x: 0, y: 0)
        }
        return bytes
    }
}

extension Framebuffer {
    fileprivate var pixelFormat: PixelFormat {
        let fields = [red, green, blue, alpha].map { PixelFormat.Field(offset: $0.offset, length: $0.length) }
        var format = PixelFormat(
            bytesPerPixel: bits / 8, red: fields[0], green: fields[1], blue: fields[2], alpha: fields[3])
        if !palette.isEmpty {
            format = .c8(
                Palette(
                    Swift.stride(from: 0, to: palette.count, by: 3).map {
                        Color(red: palette[$0], green: palette[$0 + 1], blue: palette[$0 + 2])
                    }))
        }
        return format
    }
}

extension Scene {
    /// A HUD in the default look, as `hud` draws it for a screen of this size.
    static func standard(
        _ label: String, icon: Icon = .check, screen: Size, scale: Double? = nil
    ) throws -> Scene {
        let fonts = try FontLibrary()
        let theme = Theme.standard
        return Scene(
            HUD(label: label, icon: icon), theme: theme, screen: screen,
            scale: scale ?? theme.scale(for: screen),
            fonts: fonts, face: fonts.defaultFace())
    }

    /// The layer's premultiplied pixels, row by row.
    var pixels: [UInt32] {
        layer.withSurface { surface in
            (0..<surface.size.width * surface.size.height).map {
                surface.base.load(fromByteOffset: $0 * 4, as: UInt32.self)
            }
        }
    }
}
