public import HUDPixels

/// Which display to use, as `--display` says it.
public enum DisplayChoice: Equatable, Sendable {
    /// For each lit output the best way to it.
    case auto
    /// Overlay planes of a card ("/dev/dri/card0"; nil: of all).
    case plane(card: String?)
    /// Copies of the picture of a card, with the HUD in them ("/dev/dri/card0"; nil: of all).
    case copies(card: String?)
    /// A framebuffer ("/dev/fb0"; nil: all).
    case framebuffer(path: String?)
    /// Overlay planes of the program that owns the display, by a descriptor inherited from it: a DRM lease, or the one by
    /// which it is master of the card.
    case borrowed(descriptor: Int32)
    /// A PNG file, of a screen that does not exist.
    case image(path: String, size: Size, color: Color)

    /// The open files that it stands for, which a process that shows must keep.
    package var descriptors: [Int32] {
        if case .borrowed(let descriptor) = self { [descriptor] } else { [] }
    }

    /// The screen of an image for which nothing else is asked: 1280x800, mid grey.
    public static let imageSize = Size(width: 1280, height: 800)
    /// The colour below the HUD there.
    public static let imageColor = Color(red: 128, green: 128, blue: 128)

    /// Reads `auto`, `plane[:CARD]`, `kms[:CARD]`, `fb[:PATH]`, `png:PATH`; nil where it is none of these. CARD and
    /// PATH may be short: `card0`, `fb1`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count == 2 ? String(parts[1]) : nil
        if argument == "" { return nil }
        switch parts[0] {
        case "auto" where argument == nil: self = .auto
        case "plane": self = .plane(card: argument.map { Self.node($0, in: "/dev/dri/") })
        case "kms": self = .copies(card: argument.map { Self.node($0, in: "/dev/dri/") })
        case "fb": self = .framebuffer(path: argument.map { Self.node($0, in: "/dev/") })
        case "png":
            guard let argument else { return nil }
            self = .image(path: argument, size: Self.imageSize, color: Self.imageColor)
        default: return nil
        }
    }

    /// What is read as the same choice again; nil where it goes by a descriptor or into a file.
    package var text: String? {
        func text(_ way: String, _ node: String?) -> String { node.map { "\(way):\($0)" } ?? way }
        return switch self {
        case .auto: "auto"
        case .plane(let card): text("plane", card)
        case .copies(let card): text("kms", card)
        case .framebuffer(let path): text("fb", path)
        case .borrowed, .image: nil
        }
    }

    private static func node(_ name: String, in folder: String) -> String {
        name.contains("/") ? name : folder + name
    }

    /// It is not looked for: there is this one.
    var isGiven: Bool {
        switch self {
        case .image, .borrowed: true
        default: false
        }
    }
}
