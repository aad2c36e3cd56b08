import KioskHUD

/// The options that say what a HUD looks like; `show` and `render` share them.
enum HUDOptions {
    static let taking = ["--icon", "--scale", "--font", "--for"]

    /// A request for what `arguments` describe.
    static func request(_ arguments: Arguments) throws(Failure) -> ShowRequest {
        let label = try arguments.onlyOperand("text") ?? ""
        let icons = Icon.allCases.map(\.rawValue).joined(separator: ", ")
        let icon = try arguments.value("--icon", "one of \(icons)", Icon.init(rawValue:))
        var request = ShowRequest(hud: HUD(label: label, icon: icon ?? .check))
        request.scale = try arguments.value("--scale", "a number from 1 to 3", Values.scale)
        request.font = arguments.text("--font")
        if let duration = try arguments.value("--for", "a time such as 600ms or 0.6s", Values.time) {
            request.duration = duration
        }
        try checkFont(request.font)
        return request
    }

    /// A font that was asked for by name is there and is one, or nothing is shown at all.
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
}
