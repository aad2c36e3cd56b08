internal import HUDPixels
internal import HUDText

/// What is to be seen above the texts at one moment. Two that are equal are the same to the pixel.
enum Sign: Equatable {
    case none
    /// So much of an icon's lines.
    case icon(Icon, part: Int)
    /// A spinner so far round.
    case spinner(SpinnerStyle, turn: Int)
    /// A progress so far.
    case progress(ProgressStyle, part: Int)
    case picture(Artwork)

    /// Parts are counted in these: finer than a pixel of the longest bar.
    static let whole = 1 << 14

    init(_ content: Content, at time: Int64) {
        let drawn = Sign.count(content.drawing.value(at: time))
        switch content.hud.kind {
        case .success: self = .icon(.check, part: drawn)
        case .failure: self = .icon(.cross, part: drawn)
        case .info: self = .icon(.info, part: Sign.whole)
        case .warning: self = .icon(.warning, part: Sign.whole)
        case .busy: self = .spinner(content.look.spinnerStyle, turn: Sign.count(content.turn(at: time)))
        case .progress:
            self = .progress(content.look.progressStyle, part: Sign.count(content.progress.value(at: time)))
        case .image(let picture): self = .picture(picture)
        case .text: self = .none
        }
    }

    private static func count(_ part: Double) -> Int {
        Int((min(max(part, 0), 1) * Double(whole)).rounded())
    }
}
