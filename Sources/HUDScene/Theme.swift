/// How HUDs look and move, each kind in its own way.
public struct Theme: Equatable, Sendable {
    /// What kinds of HUDs there are, by the names of a theme's sections.
    public enum Section: String, CaseIterable, Sendable {
        /// `HUD.Kind`'s of the same name.
        case success, failure, info, warning, busy, progress, image, text
    }

    /// What holds where a kind says nothing else.
    public private(set) var base: Look
    private var looks: [Look]

    /// Every kind in the same look.
    public init(_ look: Look) {
        base = look
        looks = Section.allCases.map { _ in look }
    }

    /// The ancestor's look.
    public static let standard = Theme(.standard)

    /// How a kind looks.
    public subscript(section section: Section) -> Look {
        looks[Theme.index[section] ?? 0]
    }

    /// How a HUD of this kind looks.
    public subscript(kind: HUD.Kind) -> Look { self[section: kind.section] }

    /// Changes something in the look of every kind.
    public mutating func change(_ body: (inout Look) -> Void) {
        body(&base)
        for index in looks.indices { body(&looks[index]) }
    }

    /// Changes something in the look of one kind.
    public mutating func change(_ section: Section, _ body: (inout Look) -> Void) {
        body(&looks[Theme.index[section] ?? 0])
    }

    private static let index = Dictionary(
        uniqueKeysWithValues: Section.allCases.enumerated().map { ($1, $0) })
}

extension HUD.Kind {
    /// The theme's section for this kind.
    public var section: Theme.Section {
        switch self {
        case .success: .success
        case .failure: .failure
        case .info: .info
        case .warning: .warning
        case .busy: .busy
        case .progress: .progress
        case .image: .image
        case .text: .text
        }
    }
}
