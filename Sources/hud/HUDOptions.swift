import HUDScene
import KioskHUD

/// The options that say what a HUD looks like; `show` and `render` share them.
enum HUDOptions {
    /// A request for what `arguments` describe, of the kind that is usual where they do not say.
    static func request(
        _ arguments: Arguments, usually kind: HUD.Kind = .success
    ) throws(Failure) -> ShowRequest {
        let operand = try arguments.onlyOperand("text")
        let named = try arguments.checkedText("--text")
        if let operand, named != nil {
            throw Failure(ExitCode.usage, "--text and \"\(operand)\" both are the text")
        }
        let label = try Failure.wrapping { () throws(ConfigurationError) in
            try LabelText.checked(named ?? operand ?? "")
        }
        let detail = try arguments.checkedText("--detail") ?? ""
        var request = ShowRequest(hud: HUD(kind, label: label, detail: detail))
        request.style.theme = try arguments.theme()
        if let anchor = try arguments.value("--anchor", anchors, Anchor.init(rawValue:)) {
            request.style.theme.change { $0.anchor = anchor }
        }
        if let icon = arguments.text("--icon") { try set(icon, of: &request.hud) }
        if let lines = try arguments.value("--lines", "a number from 1 to 9", Values.lines) {
            request.style.theme.change { $0.labelLines = lines }
        }
        request.style.scale = try arguments.value("--scale", "a number from 1 to 8", Values.scale)
        request.style.font = arguments.text("--font") ?? file(request.style.theme.base.font)
        request.style.detailFont = arguments.text("--font") ?? file(request.style.theme.base.detailFont)
        request.duration = request.look.stay
        if arguments.text("--for") == "auto" {
            request.duration = request.look.readingTime(of: request.hud)
        } else if let time = try arguments.value("--for", "auto, or a time such as 600ms", Notation.time) {
            request.duration = time
        }
        try checkFont(request.style.font)
        try checkFont(request.style.detailFont)
        return request
    }

    private static let anchors =
        Anchor.allCases.map(\.rawValue).dropLast().joined(separator: ", ") + " or "
        + (Anchor.allCases.last?.rawValue ?? "")

    /// A theme's font; an empty name is none.
    private static func file(_ font: String) -> String? { font.isEmpty ? nil : font }

    /// What is no icon's name is a file if it looks like one.
    private static func set(_ text: String, of hud: inout HUD) throws(Failure) {
        let kind: HUD.Kind?
        do throws(ImageError) {
            kind = try IconName.kind(text)
        } catch {
            throw failure(error)
        }
        guard let kind else {
            throw Failure(
                ExitCode.usage,
                "--icon: \"\(text)\" is not one of \(IconName.all.joined(separator: ", ")), and no PNG file")
        }
        hud.kind = kind
    }

    /// Refuses a font that was named and cannot be used: without the check the HUD would show without its label.
    private static func checkFont(_ font: String?) throws(Failure) {
        guard let font else { return }
        do throws(TextError) {
            _ = try FontLibrary().face(at: font)
        } catch {
            throw failure(error)
        }
    }

    static func failure(_ error: TextError) -> Failure {
        switch error.kind {
        case .unreadable: Failure(ExitCode.noInput, error.description)
        case .notAFont: Failure(ExitCode.badData, error.description)
        case .unavailable: Failure(ExitCode.internalError, error.description)
        }
    }

    static func failure(_ error: ImageError) -> Failure {
        switch error.kind {
        case .unreadable: Failure(ExitCode.noInput, error.description)
        case .badData: Failure(ExitCode.badData, error.description)
        case .unwritable: Failure(ExitCode.inputOutput, error.description)
        }
    }
}
