/// How a picture is turned for a panel that is mounted that way.
public enum QuarterTurn: Int, CaseIterable, Sendable {
    /// As it is.
    case none
    /// A quarter clockwise: the left column becomes the uppermost row.
    case right
    /// Upside down.
    case half
    /// A quarter counterclockwise: the right column becomes the uppermost row.
    case left

    /// The turn that takes this one back.
    public var inverse: QuarterTurn {
        switch self {
        case .none, .half: self
        case .right: .left
        case .left: .right
        }
    }

    /// This turn and then another one, as one.
    public func followed(by other: QuarterTurn) -> QuarterTurn {
        // The cases are in the order of their angles.
        QuarterTurn(rawValue: (rawValue + other.rawValue) % 4)!
    }

    /// The size of what is `size` before.
    public func turn(_ size: Size) -> Size {
        self == .none || self == .half ? size : Size(width: size.height, height: size.width)
    }

    /// Where a rectangle of a screen comes to lie; `screen` is the size before.
    public func turn(_ rect: Rect, on screen: Size) -> Rect {
        switch self {
        case .none: rect
        case .right: Rect(x: screen.height - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
        case .half:
            Rect(
                x: screen.width - rect.maxX, y: screen.height - rect.maxY, width: rect.width,
                height: rect.height)
        case .left: Rect(x: rect.y, y: screen.width - rect.maxX, width: rect.height, height: rect.width)
        }
    }

    /// Where a pose of a layer is that is turned together with its screen; `screen` is the size before.
    public func turn(_ pose: Pose, on screen: Size) -> Pose {
        var turned = pose
        let (width, height) = (Double(screen.width), Double(screen.height))
        switch self {
        case .none: break
        case .right: (turned.centerX, turned.centerY) = (height - pose.centerY, pose.centerX)
        case .half: (turned.centerX, turned.centerY) = (width - pose.centerX, height - pose.centerY)
        case .left: (turned.centerX, turned.centerY) = (pose.centerY, width - pose.centerX)
        }
        return turned
    }
}

extension Layer {
    /// The same picture, turned.
    public func turned(_ turn: QuarterTurn) -> Layer {
        let layer = Layer(size: turn.turn(size))
        layer.copyPixels(of: self, turned: turn, Rect(size))
        return layer
    }

    /// Copies what `rect` holds of a layer to where it lies in this one, which is that layer turned: when only a part
    /// has changed.
    ///
    /// - Precondition: this layer has the turned size.
    public func copyPixels(of other: Layer, turned turn: QuarterTurn, _ rect: Rect) {
        precondition(size == turn.turn(other.size), "a turned layer has the turned size")
        let part = Rect(other.size).intersection(rect)
        if part.isEmpty { return }
        let target = turn.turn(part, on: other.size)
        change(target)
        // Where pixel (0, 0) would go, and how far the next one of a row and of a column is from there.
        let (width, height) = (other.size.width, other.size.height)
        let way: (start: Int, across: Int, down: Int) =
            switch turn {
            case .none: (0, 1, width)
            case .right: (height - 1, height, -1)
            case .half: (width * height - 1, -1, -width)
            case .left: ((width - 1) * height, -height, 1)
            }
        let from = other.pixels.assumingMemoryBound(to: UInt32.self)
        let to = pixels.assumingMemoryBound(to: UInt32.self)
        // In squares, so that the lines of memory of both are used up before they are gone.
        let side = 16
        for top in stride(from: part.y, to: part.maxY, by: side) {
            for left in stride(from: part.x, to: part.maxX, by: side) {
                for y in top..<min(top + side, part.maxY) {
                    var place = way.start &+ left &* way.across &+ y &* way.down
                    for x in left..<min(left + side, part.maxX) {
                        to[place] = from[y &* width &+ x]
                        place &+= way.across
                    }
                }
            }
        }
    }
}
