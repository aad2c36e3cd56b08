import FuzzDriver
import HUDPixels
import HUDScene
import HUDText

/// Any text for a label, on any screen, at any scale: a HUD that fits.
@main enum FuzzLabel {
    static func main() {
        fuzz { data, count in
            FuzzLabel.take(UnsafeBufferPointer(start: data, count: count))
            return 0
        }
    }

    /// As long as the program runs: what grows without a bound would show.
    nonisolated(unsafe) private static let fonts = try? FontLibrary(fallback: .system)
    nonisolated(unsafe) private static let face = fonts?.defaultFace()

    /// Three bytes say how and where, the rest is the text.
    private static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 3 else { return }
        guard let fonts, let face else { preconditionFailure("no face: apt install fonts-dejavu-core") }
        let text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
        let screen = Size(width: 96 + Int(bytes[0]) * 3, height: 96 + Int(bytes[1]) * 2)
        let scale = 1 + Double(bytes[2] & 7) / 2
        var theme = Theme.standard
        theme.change { $0.labelLines = 1 + Int(bytes[2] >> 3 & 7) }
        let kind: HUD.Kind = bytes[2] & 0x40 == 0 ? .success : .text
        let scene = Scene(
            theme: theme, screen: screen, scale: scale, room: .content(HUD(kind, label: text)), fonts: fonts,
            face: face)

        let side = Int((96 * scale).rounded())
        let size = scene.layer.size
        precondition(size.width == side || size.width <= screen.width, "too wide")
        precondition(size.height == side || size.height <= screen.height, "too high")
        scene.layer.withSurface { surface in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = surface.pixel(x: x, y: y)
                    let isPremultiplied = [UInt32(0), 8, 16].allSatisfy { pixel >> $0 & 0xFF <= pixel >> 24 }
                    precondition(isPremultiplied, "brighter than its alpha")
                }
            }
        }
    }
}
