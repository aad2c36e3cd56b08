import FuzzDriver
import HUDPixels
import HUDScene
import HUDText

/// Any texts, of any kind, on any screen, at any scale: a HUD that fits, also after it was another one.
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
        let kinds: [HUD.Kind] = [.success, .text, .busy, .progress(Double(bytes[0]) / 200 - 0.1)]
        let kind = kinds[Int(bytes[2] >> 6)]
        let texts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let hud = HUD(kind, label: texts[0], detail: texts.count > 1 ? texts[1] : "")
        let scene = Scene(
            theme: theme, screen: screen, scale: scale, room: .content(hud), fonts: fonts,
            face: face)

        let side = Int((96 * scale).rounded())
        let size = scene.layer.size
        precondition(size.width == side || size.width <= screen.width, "too wide")
        precondition(size.height == side || size.height <= screen.height, "too high")
        var content = Content(hud, theme: theme, at: 0)
        content.change(to: HUD(.failure, label: hud.detail, detail: hud.label), at: 0)
        scene.draw(content, at: Int64(bytes[1]) * 1_000_000)
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
