public import HUDImage
public import HUDScene

/// What an icon is called, on command lines and by clients: a name, or a picture's file.
public enum IconName {
    private static let kinds: [(name: String, kind: HUD.Kind)] = [
        ("check", .success), ("cross", .failure), ("info", .info), ("warning", .warning), ("busy", .busy),
        ("none", .text),
    ]

    /// The names, in the order of the help.
    public static let all = kinds.map(\.name)

    /// The kind of HUD that has this icon; nil where `text` is no name and does not look like a file's.
    ///
    /// - Throws: `ImageError` where it is a file that cannot be used.
    public static func kind(_ text: String) throws(ImageError) -> HUD.Kind? {
        if let kind = kinds.first(where: { $0.name == text })?.kind { return kind }
        guard text.contains("/") || text.lowercased().hasSuffix(".png") else { return nil }
        return .image(try PNG.artwork(at: text))
    }
}
