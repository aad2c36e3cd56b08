internal import HUDSystem

extension DisplayError {
    /// A system call that failed on a display that was there a moment ago.
    init(_ error: SystemError) {
        let kind: Kind =
            if error.isPermission { .notPermitted } else if error.isBusy { .busy } else { .failed }
        self.init(kind, error.description)
    }

    /// A device node that could not be opened: with the group that would help.
    init(opening path: String, _ error: SystemError) {
        if error.isPermission {
            let group = FileStatus(path: path)?.group ?? "video"
            let remedy =
                Caller.isRoot
                ? "root is refused, too: a container or a sandbox must allow this device"
                : "join the group \"\(group)\" or run as root"
            self.init(.notPermitted, "\(error.description); \(remedy)")
        } else if error.isMissing {
            self.init(.noDisplay, error.description)
        } else {
            self.init(error)
        }
    }

    /// Another program shows its own picture on this card.
    static func busy(_ card: String, _ owner: FileHolder?) -> DisplayError {
        let who = owner.map { "\($0.program) (pid \($0.processID))" } ?? "another program"
        return DisplayError(.busy, "the display \(card) is in use by \(who), which draws on it alone")
    }
}

/// Runs `body`, a system call on a display in use, with its error told as a display's.
func display<Value>(_ body: () throws(SystemError) -> Value) throws(DisplayError) -> Value {
    do {
        return try body()
    } catch {
        throw DisplayError(error)
    }
}
