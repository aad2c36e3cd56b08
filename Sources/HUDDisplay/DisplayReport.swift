/// One device as `hud doctor` tells of it.
public struct DisplayReport: Equatable, Sendable, CustomStringConvertible {
    /// "/dev/dri/card0 (vkms)".
    public let title: String
    /// What it has, a line each.
    public let details: [String]
    /// What `auto` would do with it, and why.
    public let verdict: String
    /// It is the one that `auto` would take.
    public let isChosen: Bool

    /// A report of these parts.
    public init(title: String, details: [String], verdict: String, isChosen: Bool) {
        self.title = title
        self.details = details
        self.verdict = verdict
        self.isChosen = isChosen
    }

    /// All of it, a line each.
    public var description: String {
        ([title] + details.map { "  " + $0 } + ["  -> " + verdict]).joined(separator: "\n")
    }
}
