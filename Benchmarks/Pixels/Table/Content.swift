import KioskHUD

/// Pixels of its own, given to both contenders.
final class Canvas {
    let surface: Surface

    /// Pixels without order, rows without padding.
    init(_ size: Size, _ format: PixelFormat) {
        let stride = (size.width * format.bytesPerPixel + 3) & ~3
        let base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 64)
        surface = Surface(base: base, size: size, stride: stride, format: format)
        var noise = Noise()
        for index in 0..<stride * size.height {
            base.storeBytes(of: UInt8(truncatingIfNeeded: noise.next()), toByteOffset: index, as: UInt8.self)
        }
    }

    deinit {
        surface.base.deallocate()
    }
}

/// The same numbers each time. (SplitMix64.)
struct Noise: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// What is drawn: the default HUD, lines of text, and noise.
final class Content {
    private let fonts: FontLibrary
    private let face: Face

    init?() {
        guard let fonts = try? FontLibrary(), let face = fonts.defaultFace() else { return nil }
        self.fonts = fonts
        self.face = face
    }

    func scene(_ screen: Size, scale: Double) -> Scene {
        Scene(
            screen: screen, scale: scale, room: .content(HUD(label: "Tagged")), fonts: fonts, face: face)
    }

    /// The default HUD's look, stretched to a size: a box with a large check mark and a word.
    func hud(_ size: Size) -> Layer {
        let layer = Layer(size: size)
        let scale = Double(min(size.width, size.height)) / 96
        layer.paint(fonts.roundedBox(size, radius: 10 * scale), Look.standard.boxColor, x: 0, y: 0)
        if let icon = fonts.mask(of: .check, scale: scale) {
            layer.paint(
                icon, .white, x: (size.width - icon.size.width) / 2, y: size.height / 2 - Int(26 * scale))
        }
        let line = face.line("Tagged", size: 16 * scale)
        let label = face.draw(
            line, x: (Double(size.width) - line.inkRight) / 2, baseline: size.height / 2 + Int(30 * scale))
        layer.paint(label.mask, .white, x: label.x, y: label.y)
        return layer
    }

    /// The same layer with the lowest bit of each other pixel changed: nothing of it is flat.
    func grained(_ layer: Layer) -> Layer {
        let copy = Layer(size: layer.size)
        copy.withSurface { target in
            layer.withSurface { source in
                for y in 0..<source.size.height {
                    for x in 0..<source.size.width {
                        let pixel = source.pixel(x: x, y: y)
                        let grain = pixel >> 24 > 0 && (x + y) % 2 == 0 ? UInt32(1) : 0
                        target.setPixel(pixel & ~1 | min(pixel & 1 ^ grain, pixel >> 24), x: x, y: y)
                    }
                }
            }
        }
        return copy
    }

    /// Premultiplied pixels without order.
    func noise(_ size: Size) -> Layer {
        let layer = Layer(size: size)
        var noise = Noise()
        layer.withSurface { surface in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let bits = noise.next()
                    let color = Color(
                        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
                        blue: UInt8(truncatingIfNeeded: bits >> 16),
                        alpha: UInt8(truncatingIfNeeded: bits >> 24))
                    surface.setPixel(color.premultiplied, x: x, y: y)
                }
            }
        }
        return layer
    }

    /// Every pixel partly covered.
    func partialMask(_ size: Size) -> Mask {
        var mask = Mask(size: size)
        var noise = Noise()
        for index in mask.coverage.indices { mask.coverage[index] = .random(in: 1...254, using: &noise) }
        return mask
    }

    /// Lines of words at the label's size at scale 2, edge to edge.
    func text(_ size: Size) -> Mask {
        var mask = Mask(size: size)
        let words = "Tagged Checked in Please scan the next item Sold out 24,90 Thank you Come again "
        let sizes = (pixels: 32.0, leading: 40)
        for (number, baseline) in stride(from: 30, to: size.height + 10, by: sizes.leading).enumerated() {
            let text = String(words.dropFirst(number * 7 % 40)) + words + words + words
            let line = face.line(text, size: sizes.pixels)
            let drawn = face.draw(line, x: 2, baseline: baseline)
            for y in 0..<drawn.mask.size.height where (0..<size.height).contains(y + drawn.y) {
                for x in 0..<drawn.mask.size.width where (0..<size.width).contains(x + drawn.x) {
                    mask.coverage[(y + drawn.y) * size.width + x + drawn.x] =
                        drawn.mask.coverage[y * drawn.mask.size.width + x]
                }
            }
        }
        return mask
    }
}
