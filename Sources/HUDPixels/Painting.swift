// Drawing into a layer.

extension Color {
    /// As a premultiplied ARGB8888 pixel.
    public var premultiplied: UInt32 {
        UInt32(alpha) << 24 | times(UInt32(red), alpha) << 16 | times(UInt32(green), alpha) << 8
            | times(UInt32(blue), alpha)
    }
}

extension Layer {
    /// Paints `color` through `mask`, whose upper left pixel is the layer's (`x`, `y`); what lies outside of the
    /// layer is left out.
    public func paint(_ mask: Mask, _ color: Color, x: Int, y: Int) {
        let part = Rect(size).intersection(
            Rect(x: x, y: y, width: mask.size.width, height: mask.size.height))
        if part.isEmpty { return }
        let colour = color.premultiplied
        mask.coverage.withUnsafeBytes { coverage in
            guard let base = coverage.baseAddress else { return }
            for row in part.y..<part.maxY {
                maskRow(
                    pixels + (row * size.width + part.x) * 4,
                    base + (row - y) * mask.size.width + part.x - x, colour, part.width)
            }
        }
    }

    /// Paints `color` over a rectangle; what lies outside of the layer is left out.
    public func fill(_ rect: Rect, _ color: Color) {
        let part = Rect(size).intersection(rect)
        if part.isEmpty { return }
        for row in part.y..<part.maxY {
            fillRow(pixels + (row * size.width + part.x) * 4, color.premultiplied, part.width)
        }
    }
}
