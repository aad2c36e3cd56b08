import KioskHUD

/// The command's exit codes: those of sysexits(3).
enum ExitCode {
    static let ok: Int32 = 0
    static let usage: Int32 = 64
    static let badData: Int32 = 65
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let internalError: Int32 = 70
    static let inputOutput: Int32 = 74
    static let tryLater: Int32 = 75
    static let notPermitted: Int32 = 77
    static let badConfiguration: Int32 = 78

    static func of(_ kind: DisplayError.Kind) -> Int32 {
        switch kind {
        case .noDisplay: unavailable
        case .busy: tryLater
        case .notPermitted: notPermitted
        case .failed: inputOutput
        }
    }
}

/// Why the command ends without having done what it was asked: one line and an exit code.
struct Failure: Error {
    let code: Int32
    let message: String

    init(_ code: Int32, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension Failure {
    /// Rethrows what `body` throws as what the command ends with.
    static func wrapping<Value>(_ body: () throws(ConfigurationError) -> Value) throws(Failure) -> Value {
        do throws(ConfigurationError) {
            return try body()
        } catch {
            switch error.kind {
            case .unreadable: throw Failure(ExitCode.noInput, error.description)
            case .invalid: throw Failure(ExitCode.badConfiguration, error.description)
            case .badText: throw Failure(ExitCode.badData, error.description)
            }
        }
    }
}
