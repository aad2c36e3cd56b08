internal import HUDPixels
internal import HUDText

// Signs are drawn on a square of 28 points, as icons are, and that is made as large as the theme wants it.
extension Scene {
    /// Paints what of a sign lies inside `clip`.
    func paint(_ sign: Sign, _ look: Look, _ parts: Parts, in box: Rect, clip: Rect) {
        let place = parts.signPlace(in: box)
        if clip.intersection(place).isEmpty { return }
        func paint(_ mask: Mask?, _ color: Color) {
            if let mask { layer.paint(mask, color, x: place.x, y: place.y, in: clip) }
        }
        let scale = scale * look.iconSize / Icon.side
        switch sign {
        case .none: break
        case .icon(let icon, let part):
            let mask = fonts.mask(
                of: icon, scale: scale, lineWidth: look.lineWidth, part: Double(part) / Double(Sign.whole))
            paint(mask, look.inkColor)
        case .spinner(.arc, let turn):
            paint(ring(from: 0, turn: 1, look, scale, place.size), look.trackColor)
            let start = Double(turn) / Double(Sign.whole)
            paint(ring(from: start, turn: Scene.arc, look, scale, place.size), look.inkColor)
        case .spinner(.dots, let turn):
            paint(dots(Double(turn) / Double(Sign.whole), look, scale, place.size), look.inkColor)
        case .progress(.ring, let part):
            paint(ring(from: 0, turn: 1, look, scale, place.size), look.trackColor)
            let turn = Double(part) / Double(Sign.whole)
            if turn > 0 { paint(ring(from: 0, turn: turn, look, scale, place.size), look.inkColor) }
        case .progress(.pie, let part):
            let disc = Outline.circle(14, 14, radius: 13)
            paint(fonts.fill(disc, scale: scale, size: place.size), look.trackColor)
            paint(pie(Double(part) / Double(Sign.whole), scale, place.size), look.inkColor)
        case .progress(.bar, let part):
            let bar = fonts.roundedBox(place.size, radius: Double(place.height) / 2)
            paint(bar, look.trackColor)
            paint(Scene.filled(bar, Double(part) / Double(Sign.whole)), look.inkColor)
        case .picture(let picture):
            layer.paint(parts.picture(picture), x: place.x, y: place.y, in: clip)
        }
    }

    /// How much of the ring a spinner's arc is.
    private static let arc = 0.3

    private func ring(from start: Double, turn: Double, _ look: Look, _ scale: Double, _ size: Size) -> Mask {
        let path = Outline.arc(14, 14, radius: 14 - look.lineWidth / 2 - 1, from: start, turn: turn)
        return fonts.stroke(path, width: look.lineWidth, scale: scale, size: size)
    }

    private func pie(_ part: Double, _ scale: Double, _ size: Size) -> Mask? {
        if part <= 0 { return nil }
        if part >= 1 { return fonts.fill(.circle(14, 14, radius: 13), scale: scale, size: size) }
        var outline = Outline.arc(14, 14, radius: 13, from: 0, turn: part)
        outline.line(14, 14)
        outline.close()
        return fonts.fill(outline, scale: scale, size: size)
    }

    /// Eight dots; the one at `turn` is the brightest, and those that it has left fade.
    private func dots(_ turn: Double, _ look: Look, _ scale: Double, _ size: Size) -> Mask {
        let count = 8
        let radius = look.lineWidth * 0.75
        let side = Int((2 * radius * scale).rounded(.up)) + 2
        var sum = Mask(size: size)
        for dot in 0..<count {
            let place = Outline.place(14, 14, radius: 13 - radius, at: Double(dot) / Double(count))
            // Only the pixels about the dot.
            let x = Int(((place.x - radius) * scale).rounded(.down))
            let y = Int(((place.y - radius) * scale).rounded(.down))
            let circle = Outline.circle(
                place.x - Double(x) / scale, place.y - Double(y) / scale, radius: radius)
            let mask = fonts.fill(circle, scale: scale, size: Size(width: side, height: side))
            var age = turn - Double(dot) / Double(count)
            age -= age.rounded(.down)
            let strength = Int((max(0.2, 1 - age) * 256).rounded())
            for row in max(0, -y)..<min(side, size.height - y) {
                for column in max(0, -x)..<min(side, size.width - x) {
                    let index = (y + row) * size.width + x + column
                    let coverage = (Int(mask.coverage[row * side + column]) * strength) >> 8
                    sum.coverage[index] = UInt8(min(Int(sum.coverage[index]) + coverage, 255))
                }
            }
        }
        return sum
    }

    /// What of a bar lies left of this part of its length.
    private static func filled(_ bar: Mask, _ part: Double) -> Mask? {
        if part <= 0 { return nil }
        var filled = bar
        let end = part * Double(bar.size.width)
        for x in 0..<bar.size.width {
            let share = min(max(end - Double(x), 0), 1)
            if share == 1 { continue }
            for y in 0..<bar.size.height {
                let index = y * bar.size.width + x
                filled.coverage[index] = UInt8((Double(bar.coverage[index]) * share).rounded())
            }
        }
        return filled
    }
}
