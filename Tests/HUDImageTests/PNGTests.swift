import Foundation
import HUDImage
import HUDPixels
import TestSupport
import Testing

@Suite struct PNGTests {
    @Test func opaquePicturesComeBackAsTheyWere() throws {
        let directory = try TemporaryDirectory()
        var random = Seeded()
        for size in [Size(width: 1, height: 1), Size(width: 37, height: 5), Size(width: 200, height: 3)] {
            let picture = Picture(size: size) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
            let path = directory.path + "/a.png"
            try picture.write(to: path)
            #expect(try Picture(png: path) == picture, "\(random)")
        }
    }

    @Test func transparencyIsPremultipliedOnceAndOnlyOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/a.png"
        let layer = Layer(size: Size(width: 3, height: 1))
        layer.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(red: 255, green: 255, blue: 255, alpha: 128))
        layer.fill(Rect(x: 1, y: 0, width: 1, height: 1), Color(red: 200, green: 100, blue: 0, alpha: 255))
        try layer.withSurface { surface in
            Result { try PNG.write(surface, to: path, keepingAlpha: true) }
        }.get()
        try PNG.layer(at: path).withSurface { back in
            #expect(back.pixel(x: 0, y: 0) == 0x8080_8080)
            #expect(back.pixel(x: 1, y: 0) == 0xFFC8_6400)
            #expect(back.pixel(x: 2, y: 0) == 0)
        }
        // Half white over grey 64 is 160; taking it for straight again would give 96.
        let grey = try PNG.image(at: path, over: Color(red: 64, green: 64, blue: 64))
        grey.withSurface { #expect(abs(Int($0.pixel(x: 0, y: 0) & 0xFF) - 160) <= 1) }
    }

    @Test(arguments: [PixelFormat.rgb565, .rgb888, .bgr888, .xbgr8888, .argb8888])
    func everyFormatIsWrittenInItsColours(_ format: PixelFormat) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/a.png"
        var bytes = [UInt8](repeating: 0xA5, count: 64)
        try bytes.withUnsafeMutableBytes { memory in
            let surface = Surface(
                base: memory.baseAddress!, size: Size(width: 3, height: 1), stride: 60, format: format)
            for (x, color) in [
                Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0), .white,
            ]
            .enumerated() {
                surface.setPixel(format.pixel(of: color), x: x, y: 0)
            }
            try PNG.write(surface, to: path)
        }
        #expect(try Picture(png: path).pixels == [0xFF0000, 0x00FF00, 0xFFFFFF])
    }

    @Test func refusesBrokenFiles() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/a.png"
        try Picture(size: Size(width: 40, height: 40)) { UInt32($0 * $1 * 37) & 0xFF_FFFF }.write(to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var flipped = whole
        flipped[60] ^= 0xFF
        for (name, data) in [
            ("empty", Data()), ("text", Data("no picture at all, but long enough".utf8)),
            ("short", whole.prefix(30)), ("half", whole.prefix(whole.count / 2)), ("flipped", flipped),
            ("bomb", Data(bomb)),
        ] {
            let broken = "\(directory.path)/\(name).png"
            try data.write(to: URL(fileURLWithPath: broken))
            let error = error { () throws(ImageError) in _ = try PNG.layer(at: broken) }
            #expect(error?.kind == .badData, "\(name)")
            #expect(error?.description.contains(broken) == true, "\(name): \(error?.description ?? "")")
        }
    }

    @Test func saysWhichFileCannotBeReadOrWritten() throws {
        let missing = error { () throws(ImageError) in _ = try PNG.layer(at: "/nowhere/a.png") }
        #expect(missing?.kind == .unreadable)
        #expect(missing?.description == "cannot read /nowhere/a.png: No such file or directory")
        let picture = Picture(size: Size(width: 1, height: 1))
        let unwritable = error { () throws(ImageError) in try picture.write(to: "/nowhere/a.png") }
        #expect(unwritable?.kind == .unwritable)
        let full = error { () throws(ImageError) in try picture.write(to: "/dev/full") }
        #expect(full?.kind == .unwritable)
    }

    private func error(_ body: () throws(ImageError) -> Void) -> ImageError? {
        do throws(ImageError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// The beginning of a sound file of 60,000 x 60,000 pixels: 14 gigabytes for a program that believes it.
    private var bomb: [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + data
            var crc: UInt32 = 0xFFFF_FFFF
            for byte in body {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            return number(UInt32(data.count)) + body + number(~crc)
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(60_000) + number(60_000) + [8, 6, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 0x01, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1]) + chunk("IEND", [])
    }
}
