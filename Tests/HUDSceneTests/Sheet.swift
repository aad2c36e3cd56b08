import HUDPixels
import HUDScene
import HUDText
import TestSupport

/// Several pictures in one, row by row.
struct Sheet {
    private(set) var picture: Picture
    private let cell: Size
    private let columns: Int
    private var count = 0

    init(columns: Int, rows: Int, cell: Size) {
        self.cell = cell
        self.columns = columns
        picture = Picture(size: Size(width: columns * cell.width, height: rows * cell.height))
    }

    mutating func add(_ other: Picture) {
        let (x, y) = (count % columns * cell.width, count / columns * cell.height)
        for row in 0..<cell.height {
            for column in 0..<cell.width { picture[x + column, y + row] = other[column, row] }
        }
        count += 1
    }
}

extension Stage {
    /// A scene with room for whatever may come.
    func scene(_ theme: Theme, _ screen: Size, scale: Double = 1) -> Scene {
        Scene(
            theme: theme, screen: screen, scale: scale, room: .any([]), fonts: library, face: face,
            detailFace: library.detailFace())
    }
}

extension Layer {
    /// Every pixel, row by row.
    var pixels: [UInt32] {
        withPixels { surface in
            var pixels: [UInt32] = []
            for y in 0..<surface.size.height {
                for x in 0..<surface.size.width { pixels.append(surface.pixel(x: x, y: y)) }
            }
            return pixels
        }
    }
}

extension Theme {
    /// The default one with something changed.
    static func with(_ body: (inout Look) -> Void) -> Theme {
        var theme = Theme.standard
        theme.change(body)
        return theme
    }
}
