/// Why a kiosk did not do what a test asked for.
public enum KioskError: Error, CustomStringConvertible {
    /// The machine could not be built or booted; the text says what is missing.
    case boot(String)
    /// A command in the guest did not end in time; the text is its output so far.
    case timeout(String)
    /// The machine has gone.
    case gone(String)
    /// A command ended with another status than 0.
    case failed(command: String, status: Int32, output: String)
    /// QEMU refused a request.
    case monitor(String)
    /// What was read makes no sense here.
    case unexpected(String)

    /// One line for a person, and what the guest said below it.
    public var description: String {
        switch self {
        case .boot(let text): "the kiosk does not boot: \(text)"
        case .timeout(let text): "the guest did not answer in time; output so far: \(text)"
        case .gone(let text): "the kiosk has gone: \(text)"
        case .failed(let command, let status, let output): "status \(status) from: \(command)\n\(output)"
        case .monitor(let text): "QEMU: \(text)"
        case .unexpected(let text): text
        }
    }
}
