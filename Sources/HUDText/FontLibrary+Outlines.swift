internal import CFreeType
public import HUDPixels

extension FontLibrary {
    /// Rasterises the inside of a shape, `scale` pixels a point, in `size` pixels from the shape's origin. Where
    /// paths overlap counts as inside.
    public func fill(_ outline: Outline, scale: Double, size: Size) -> Mask {
        let path = Path(outline, scale: scale * Double(FontLibrary.fine))
        return rasterise(fine: path, size)
    }

    /// Rasterises a line along a shape's paths, `width` points thick, with round ends and joins.
    public func stroke(_ outline: Outline, width: Double, scale: Double, size: Size) -> Mask {
        let fineScale = scale * Double(FontLibrary.fine)
        var stroker: FT_Stroker?
        guard FT_Stroker_New(library, &stroker) == 0 else { return Mask(size: size) }
        defer { FT_Stroker_Done(stroker) }
        let radius = FT_Fixed((width * fineScale * 32).rounded())
        FT_Stroker_Set(stroker, radius, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
        Path(outline, scale: fineScale).trace(stroker)

        var points: FT_UInt = 0
        var contours: FT_UInt = 0
        FT_Stroker_GetCounts(stroker, &points, &contours)
        var shape = FT_Outline()
        guard points > 0, FT_Outline_New(library, points, FT_Int(contours), &shape) == 0 else {
            return Mask(size: size)
        }
        defer { FT_Outline_Done(library, &shape) }
        shape.n_points = 0  // FT_Stroker_Export appends
        shape.n_contours = 0
        FT_Stroker_Export(stroker, &shape)
        return rasterise(fine: &shape, size)
    }

    /// A box with round corners that fills `size`; its corners are exact to 1/255 of a pixel's area, and all
    /// four are alike. The inside is 255 throughout: a translucent box shows no seams.
    public func roundedBox(_ size: Size, radius: Double) -> Mask {
        var mask = Mask(size: size, coverage: [UInt8](repeating: 255, count: size.width * size.height))
        let radius = min(radius, Double(min(size.width, size.height) / 2))
        let side = Int(radius.rounded(.up))
        guard side > 0 else { return mask }

        var outline = Outline()
        let steps = 96
        outline.move(0, Double(side))
        for step in 0...steps {
            let angle = Double(step) / Double(steps) * .pi / 2
            outline.line(radius * (1 - cosine(angle)), radius * (1 - cosine(.pi / 2 - angle)))
        }
        outline.line(Double(side), 0)
        outline.line(Double(side), Double(side))
        outline.close()
        let corner = fill(outline, scale: 1, size: Size(width: side, height: side)).coverage

        for y in 0..<side {
            let (top, bottom) = (y * size.width, (size.height - 1 - y) * size.width)
            for x in 0..<side {
                let coverage = corner[y * side + x]
                for row in [top, bottom] {
                    mask.coverage[row + x] = coverage
                    mask.coverage[row + size.width - 1 - x] = coverage
                }
            }
        }
        return mask
    }

    /// Shapes are rasterised this many times finer each way and averaged: FreeType takes coordinates in 64ths of
    /// a pixel and draws curves as lines up to an eighth of a pixel away.
    private static let fine = 4

    private func rasterise(fine path: Path, _ size: Size) -> Mask {
        var shape = FT_Outline()
        let count = path.points
        guard count > 0, FT_Outline_New(library, FT_UInt(count), FT_Int(path.contours), &shape) == 0 else {
            return Mask(size: size)
        }
        defer { FT_Outline_Done(library, &shape) }
        path.write(&shape)
        return rasterise(fine: &shape, size)
    }

    private func rasterise(fine shape: inout FT_Outline, _ size: Size) -> Mask {
        let fine = FontLibrary.fine
        let wide = size.width * fine
        // FreeType's y grows upwards.
        var flip = FT_Matrix(xx: 0x10000, xy: 0, yx: 0, yy: -0x10000)
        FT_Outline_Transform(&shape, &flip)
        FT_Outline_Translate(&shape, 0, FT_Pos(size.height * fine * 64))
        let bytes = freeType.rasterise(&shape, (wide, size.height * fine))
        var mask = Mask(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = 0
                for row in y * fine..<(y + 1) * fine {
                    for column in x * fine..<(x + 1) * fine { sum += Int(bytes[row * wide + column]) }
                }
                mask.coverage[y * size.width + x] = UInt8((sum + fine * fine / 2) / (fine * fine))
            }
        }
        return mask
    }
}
