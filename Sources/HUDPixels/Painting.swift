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
        let touched = surface.paint(mask, color, x: x, y: y, .native(.composed))
        change(touched)
    }

    /// The same for what of the mask lies inside `clip`.
    public func paint(_ mask: Mask, _ color: Color, x: Int, y: Int, in clip: Rect) {
        let part = Rect(size).intersection(clip)
        if part.isEmpty { return }
        let touched = surface.part(part).paint(mask, color, x: x - part.x, y: y - part.y, .native(.composed))
        change(
            Rect(x: touched.x + part.x, y: touched.y + part.y, width: touched.width, height: touched.height))
    }

    /// Paints `color` over a rectangle; what lies outside of the layer is left out.
    public func fill(_ rect: Rect, _ color: Color) {
        let touched = surface.fill(rect, color, .native(.composed))
        change(touched)
    }
}

extension Surface {
    /// Paints `color` through `mask`, whose upper left pixel is the surface's (`x`, `y`); what lies outside of the
    /// surface is left out. What becomes of bits that are no colour is as with `compose`.
    public func paint(_ mask: Mask, _ color: Color, x: Int, y: Int) {
        _ = paint(mask, color, x: x, y: y, RowTarget(format))
    }

    /// Paints `color` over a rectangle; what lies outside of the surface is left out. What becomes of bits that are
    /// no colour is as with `compose`.
    public func fill(_ rect: Rect, _ color: Color) {
        _ = fill(rect, color, RowTarget(format))
    }

    /// Returns the part that was painted on.
    fileprivate func paint(_ mask: Mask, _ color: Color, x: Int, y: Int, _ rows: RowTarget) -> Rect {
        let part = Rect(size).intersection(
            Rect(x: x, y: y, width: mask.size.width, height: mask.size.height))
        if part.isEmpty { return Rect(x: 0, y: 0, width: 0, height: 0) }
        let pixel = color.premultiplied
        mask.coverage.withUnsafeBytes { coverage in
            guard let base = coverage.baseAddress else { return }
            let first = base + (part.y - y) * mask.size.width + part.x - x
            rows.mask(self.part(part), first, stride: mask.size.width, pixel, x: part.x, y: part.y)
        }
        return part
    }

    /// Returns the part that was painted on.
    fileprivate func fill(_ rect: Rect, _ color: Color, _ rows: RowTarget) -> Rect {
        let part = Rect(size).intersection(rect)
        if part.isEmpty { return Rect(x: 0, y: 0, width: 0, height: 0) }
        let pixel = color.premultiplied
        if pixel >> 24 == 0 { return part }
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { room in
            guard let base = room.baseAddress else { return }
            let paint = rows.paint(pixel, first: pixel, last: pixel, in: base)
            rows.fill(self.part(part), paint, x: part.x, y: part.y)
        }
        return part
    }
}
