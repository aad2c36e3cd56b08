import Foundation
import HUDImage
import HUDPixels
import KioskHarness
import Testing

extension KioskTests {
    @Suite struct DebugTests {
        @Test func script() throws {
            let environment = ProcessInfo.processInfo.environment
            let display = Kiosk.Display(rawValue: environment["D"] ?? "virtio")!
            let kiosk = try Kiosk.shared(display)
            for line in (environment["S"] ?? "").split(separator: "\n") {
                if line == "SHOT" {
                    let p = try kiosk.screenshot()
                    let image = Image(size: Size(width: p.width, height: p.height))
                    try image.withSurface { (s) throws(ImageError) in
                        for y in 0..<p.height { for x in 0..<p.width { let c = p[x, y]; s.setPixel(Color(red: c.red, green: c.green, blue: c.blue).premultiplied, x: x, y: y) } }
                        try PNG.write(s, to: "/tmp/shot.png")
                    }
                    continue
                }
                if line.hasPrefix("TEXT ") { try kiosk.showText(String(decoding: FileManager.default.contents(atPath: String(line.dropFirst(5)))!, as: UTF8.self)); continue }
                if line.hasPrefix("BG ") { _ = try kiosk.startHUD(String(line.dropFirst(3))); usleep(1_500_000); continue }
                let result = try kiosk.run(String(line).replacingOccurrences(of: "HUD", with: HUDProgram.path))
                print("$ \(line)\n\(result.output)-> \(result.status)")
            }
        }
    }
}
