internal import CFreeType
internal import Glibc

/// An outline in FreeType's 64ths of a pixel.
struct Path {
    private let elements: [Outline.Element]
    private let scale: Double

    init(_ outline: Outline, scale: Double) {
        elements = outline.elements
        self.scale = scale
    }

    var points: Int {
        elements.reduce(0) { sum, element in
            switch element {
            case .move, .line: sum + 1
            case .curve: sum + 3
            case .close: sum
            }
        }
    }

    var contours: Int {
        elements.reduce(0) { if case .move = $1 { $0 + 1 } else { $0 } }
    }

    private func vector(_ point: Outline.Point) -> FT_Vector {
        FT_Vector(x: FT_Pos((point.x * scale * 64).rounded()), y: FT_Pos((point.y * scale * 64).rounded()))
    }

    /// Writes the points of a filled shape.
    ///
    /// - Precondition: `shape` has room for `points` and `contours`. Their integers differ between FreeType's
    ///   versions, so none is named here.
    func write(_ shape: inout FT_Outline) {
        var index = 0
        var contour = 0
        func add(_ point: Outline.Point, isControl: Bool) {
            shape.points[index] = vector(point)
            shape.tags[index] = isControl ? 2 : 1  // FT_CURVE_TAG_CUBIC, FT_CURVE_TAG_ON
            index += 1
        }
        for element in elements {
            switch element {
            case .move(let point):
                if index > 0 {
                    shape.contours[contour] = numericCast(index - 1)
                    contour += 1
                }
                add(point, isControl: false)
            case .line(let point):
                add(point, isControl: false)
            case .curve(let first, let second, let end):
                add(first, isControl: true)
                add(second, isControl: true)
                add(end, isControl: false)
            case .close:
                break
            }
        }
        shape.contours[contour] = numericCast(index - 1)
    }

    /// Leads a stroker along the paths. A path without length becomes a dot: FreeType leaves out
    /// such steps, and fails on a path that has no others.
    func trace(_ stroker: FT_Stroker?) {
        var isOpen = false
        var hasMoved = false
        var pen = FT_Vector()
        func end() {
            guard isOpen else { return }
            if !hasMoved {
                var dot = FT_Vector(x: pen.x + 1, y: pen.y)
                FT_Stroker_LineTo(stroker, &dot)
            }
            FT_Stroker_EndSubPath(stroker)
            isOpen = false
        }
        func go(_ points: FT_Vector...) {
            for point in points {
                // What FreeType counts as a step at all: of a curve, two units.
                let least = points.count == 1 ? 1 : 2
                hasMoved = hasMoved || abs(point.x - pen.x) >= least || abs(point.y - pen.y) >= least
                pen = point
            }
        }
        for (index, element) in elements.enumerated() {
            switch element {
            case .move(let point):
                end()
                pen = vector(point)
                FT_Stroker_BeginSubPath(stroker, &pen, isClosed(after: index) ? 0 : 1)
                isOpen = true
                hasMoved = false
            case .line(let point):
                var end = vector(point)
                go(end)
                FT_Stroker_LineTo(stroker, &end)
            case .curve(let first, let second, let point):
                var (one, two, end) = (vector(first), vector(second), vector(point))
                go(one, two, end)
                FT_Stroker_CubicTo(stroker, &one, &two, &end)
            case .close:
                end()
            }
        }
        end()
    }

    private func isClosed(after start: Int) -> Bool {
        for element in elements[(start + 1)...] {
            switch element {
            case .close: return true
            case .move: return false
            case .line, .curve: continue
            }
        }
        return false
    }
}

// The C library's: the module needs no more of it.
func cosine(_ angle: Double) -> Double { cos(angle) }
func tangent(_ angle: Double) -> Double { tan(angle) }
