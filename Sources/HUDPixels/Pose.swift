/// Where a layer is on the screen at one moment.
public struct Pose: Equatable, Sendable {
    /// The layer's centre, in pixels from the screen's upper left corner. At scale 1 a layer of whole pixels
    /// that is meant to be sharp has its corner, `center - size / 2`, on whole pixels.
    public var centerX: Double
    /// See `centerX`.
    public var centerY: Double
    /// 1 is the layer as it was drawn.
    public var scale: Double
    /// 0...1, multiplied with the layer's own alpha.
    public var alpha: Double

    /// A place, at rest unless scale or alpha say otherwise.
    public init(centerX: Double, centerY: Double, scale: Double = 1, alpha: Double = 1) {
        self.centerX = centerX
        self.centerY = centerY
        self.scale = scale
        self.alpha = alpha
    }

    /// The whole pixels that a layer of `size` touches in this pose.
    public func bounds(of size: Size) -> Rect {
        let halfWidth = Double(size.width) * scale / 2
        let halfHeight = Double(size.height) * scale / 2
        let left = Int((centerX - halfWidth).rounded(.down))
        let top = Int((centerY - halfHeight).rounded(.down))
        let right = Int((centerX + halfWidth).rounded(.up))
        let bottom = Int((centerY + halfHeight).rounded(.up))
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The whole pixels of the screen that may show something of `part` of a layer of `size`: where the layer is
    /// scaled, a pixel takes in its neighbours.
    public func bounds(of part: Rect, in size: Size) -> Rect {
        if part.isEmpty { return Rect(x: 0, y: 0, width: 0, height: 0) }
        let left = centerX - Double(size.width) * scale / 2
        let top = centerY - Double(size.height) * scale / 2
        let reach = scale == 1 && left == left.rounded() && top == top.rounded() ? 0.0 : 1.0
        let x = Int((left + (Double(part.x) - reach) * scale).rounded(.down))
        let y = Int((top + (Double(part.y) - reach) * scale).rounded(.down))
        let right = Int((left + (Double(part.maxX) + reach) * scale).rounded(.up))
        let bottom = Int((top + (Double(part.maxY) + reach) * scale).rounded(.up))
        return Rect(x: x, y: y, width: right - x, height: bottom - y).intersection(bounds(of: size))
    }
}
