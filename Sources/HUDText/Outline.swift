/// A shape of straight lines and curves, in points; y grows downwards.
public struct Outline: Equatable, Sendable {
    /// A place in points.
    public struct Point: Equatable, Sendable {
        /// To the right.
        public var x: Double
        /// Downwards.
        public var y: Double

        /// The place (`x`, `y`).
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    enum Element: Equatable, Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    private(set) var elements: [Element] = []

    /// An empty shape.
    public init() {}

    /// Starts a new path.
    public mutating func move(_ x: Double, _ y: Double) { elements.append(.move(Point(x, y))) }

    /// Goes on in a straight line.
    public mutating func line(_ x: Double, _ y: Double) { elements.append(.line(Point(x, y))) }

    /// Goes on in a cubic Bézier curve with two control points.
    public mutating func curve(_ first: Point, _ second: Point, to end: Point) {
        elements.append(.curve(first, second, end))
    }

    /// Ends the path where it began.
    public mutating func close() { elements.append(.close) }

    /// An open path through points.
    public static func polyline(_ points: [Point]) -> Outline {
        var outline = Outline()
        for (index, point) in points.enumerated() {
            outline.elements.append(index == 0 ? .move(point) : .line(point))
        }
        return outline
    }

    /// A full circle; its curves stay within 0.03% of the radius.
    public static func circle(_ x: Double, _ y: Double, radius: Double) -> Outline {
        let k = radius * 0.5522847498  // 4/3 (sqrt 2 - 1)
        let r = radius
        var outline = Outline()
        outline.move(x + r, y)
        outline.curve(Point(x + r, y + k), Point(x + k, y + r), to: Point(x, y + r))
        outline.curve(Point(x - k, y + r), Point(x - r, y + k), to: Point(x - r, y))
        outline.curve(Point(x - r, y - k), Point(x - k, y - r), to: Point(x, y - r))
        outline.curve(Point(x + k, y - r), Point(x + r, y - k), to: Point(x + r, y))
        outline.close()
        return outline
    }

    /// A piece of a circle, clockwise from the part `start` of the way round, which begins at its top. A whole turn
    /// is closed; as exact as `circle`.
    public static func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, turn: Double)
        -> Outline
    {
        let turn = min(max(turn, 0), 1)
        var outline = Outline()
        // On the circle, or so far along its tangent.
        func place(_ part: Double, _ along: Double) -> Point {
            let here = Outline.place(0, 0, radius: radius, at: part)
            return Point(x + here.x - along * here.y, y + here.y + along * here.x)
        }
        let pieces = max(1, Int((turn * 4).rounded(.up)))
        let step = turn / Double(pieces)
        let quarter = step * Double.pi / 2
        let pull = 4.0 / 3 * tangent(quarter)  // of the control points
        outline.elements.append(.move(place(start, 0)))
        for piece in 0..<pieces {
            let (from, to) = (start + step * Double(piece), start + step * Double(piece + 1))
            outline.elements.append(.curve(place(from, pull), place(to, -pull), place(to, 0)))
        }
        if turn == 1 { outline.close() }
        return outline
    }

    /// The place on a circle that is this part of the way round, clockwise from its top.
    public static func place(_ x: Double, _ y: Double, radius: Double, at part: Double) -> Point {
        let angle = part * 2 * Double.pi
        return Point(x + radius * cosine(angle - .pi / 2), y - radius * cosine(angle))
    }

    /// The beginning of the paths, one after the other: this part of their length, curves as the straight way to
    /// their ends.
    public func beginning(_ part: Double) -> Outline {
        if part >= 1 { return self }
        var length = 0.0
        walk { length += $2 }
        var left = max(0, part) * length
        var result = Outline()
        walk { from, to, step in
            guard left > 0, step > 0 else { return }
            let share = min(1, left / step)
            left -= step
            if result.end != from { result.elements.append(.move(from)) }
            result.elements.append(
                .line(Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)))
        }
        return result
    }

    /// Each straight step: from where, to where, and how long it is.
    private func walk(_ body: (Point, Point, Double) -> Void) {
        var (first, last) = (Point(0, 0), Point(0, 0))
        func go(_ point: Point) {
            let (dx, dy) = (point.x - last.x, point.y - last.y)
            body(last, point, (dx * dx + dy * dy).squareRoot())
            last = point
        }
        for element in elements {
            switch element {
            case .move(let point): (first, last) = (point, point)
            case .line(let point), .curve(_, _, let point): go(point)
            case .close: go(first)
            }
        }
    }

    private var end: Point? {
        switch elements.last {
        case .move(let point), .line(let point), .curve(_, _, let point): point
        case .close, nil: nil
        }
    }

    /// Both shapes as one.
    public static func + (left: Outline, right: Outline) -> Outline {
        var sum = left
        sum.elements += right.elements
        return sum
    }
}
