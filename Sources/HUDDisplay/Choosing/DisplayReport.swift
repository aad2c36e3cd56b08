internal import HUDSystem

/// One device as `hud doctor` tells of it.
public struct DisplayReport: Equatable, Sendable, CustomStringConvertible {
    /// What `auto` would do with one of its outputs, and why.
    public struct Verdict: Equatable, Sendable {
        /// One line.
        public let text: String
        /// It would show the HUD.
        public let isChosen: Bool

        /// A verdict in these words.
        public init(_ text: String, isChosen: Bool) {
            self.text = text
            self.isChosen = isChosen
        }
    }

    /// "/dev/dri/card0 (vkms)".
    public let title: String
    /// What it has, a line each.
    public let details: [String]
    /// For each of its outputs.
    public let verdicts: [Verdict]

    /// A report of these parts.
    public init(title: String, details: [String], verdicts: [Verdict]) {
        self.title = title
        self.details = details
        self.verdicts = verdicts
    }

    /// It would show the HUD.
    public var isChosen: Bool { verdicts.contains(where: \.isChosen) }

    /// All of it, a line each, whatever names hold.
    public var description: String {
        ([title] + details.map { "  " + $0 } + verdicts.map { "  -> " + $0.text }).map(MessageText.safe)
            .joined(separator: "\n")
    }
}
