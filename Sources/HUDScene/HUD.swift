public import HUDPixels

/// What a HUD says.
public struct HUD: Equatable, Sendable {
    /// What it is about: this decides its sign, and the section of the theme that it looks by.
    public enum Kind: Equatable, Sendable {
        /// It worked: a check mark.
        case success
        /// It failed: a cross.
        case failure
        /// Something to know: a circle with an i.
        case info
        /// Something to look after: a triangle with an exclamation mark.
        case warning
        /// Something is going on, and how long it takes is not known: a spinner.
        case busy
        /// How far something has come, 0...1; what is less or more counts as 0 or 1, and what is no number as 0.
        case progress(Double)
        /// A picture.
        case image(Artwork)
        /// No sign: the texts stand alone.
        case text
    }

    /// What it is about.
    public var kind: Kind
    /// Below the sign; may be empty. Its line breaks are kept.
    public var label: String
    /// Smaller, below the label; may be empty. Its line breaks are kept.
    public var detail: String

    /// A HUD that says this.
    public init(_ kind: Kind = .success, label: String = "", detail: String = "") {
        self.kind = kind
        self.label = label
        self.detail = detail
    }
}

extension HUD.Kind {
    /// How far it has come, 0...1; nil for what is no progress.
    var part: Double? {
        guard case .progress(let value) = self else { return nil }
        return value > 0 ? min(value, 1) : 0  // what is no number is not more than 0 either
    }

    /// Whether a sign stands above the texts.
    var hasSign: Bool { self != .text }
}

extension HUD {
    /// What its box is as large as: the same for any progress.
    var shape: HUD {
        if case .progress = kind { return HUD(.progress(0), label: label, detail: detail) }
        return self
    }
}
