public import HUDDisplay

/// How a show ended.
public enum ShowEnding: Equatable, Sendable {
    /// It was shown and has gone.
    case gone
    /// It could not be shown, or not to its end; the screen is as it would have been.
    case failed(DisplayError.Kind, String)
    /// A signal ended it; the screen is as it would have been.
    case interrupted(signal: Int32)
    /// The process that draws died or hung; the screen is as it would have been.
    case crashed(String)
}
