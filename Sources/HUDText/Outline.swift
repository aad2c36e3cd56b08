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

    /// Both shapes as one.
    public static func + (left: Outline, right: Outline) -> Outline {
        var sum = left
        sum.elements += right.elements
        return sum
    }
}
