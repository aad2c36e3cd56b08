import Foundation

extension Kiosk {
    /// Who runs a command in the guest.
    public enum User: Sendable {
        /// The superuser.
        case root
        /// An ordinary user without a name, in these groups of the guest's.
        case ordinary(groups: [String] = ["video", "input"])

        func wrap(_ shell: String) -> String {
            guard case .ordinary(let groups) = self else { return shell }
            let membership = groups.isEmpty ? "--clear-groups" : "--groups \(groups.joined(separator: ","))"
            let quoted = "'" + shell.replacingOccurrences(of: "'", with: "'\\''") + "'"
            return "exec setpriv --reuid 65534 --regid 65534 \(membership) sh -c \(quoted)"
        }
    }

    /// Runs a shell script in the guest and waits for its end.
    /// - Throws: ``KioskError/timeout(_:)``, after killing it, when it does not end in time.
    public func run(
        _ shell: String, as user: User = .root, timeout: Double = 60
    ) throws -> (status: Int32, output: String) {
        let job = try start(shell, as: user)
        guard let status = try job.wait(seconds: timeout) else {
            let output = job.output
            try? job.signal("KILL")
            throw KioskError.timeout("\(shell): \(output)")
        }
        defer { job.removeFiles() }
        return (status, job.output)
    }

    /// Runs a shell script that must succeed, and returns its output.
    @discardableResult
    public func check(_ shell: String, as user: User = .root, timeout: Double = 60) throws -> String {
        let result = try run(shell, as: user, timeout: timeout)
        guard result.status == 0 else {
            throw KioskError.failed(command: shell, status: result.status, output: result.output)
        }
        return result.output
    }

    /// Starts a shell script in the guest and goes on.
    /// - Parameter line: when given, waits until the output holds this text: the program says that it is
    /// ready.
    public func start(_ shell: String, as user: User = .root, until line: String? = nil) throws -> Job {
        let job = Job(kiosk: self, number: try agent.submit(user.wrap(shell) + "\n"))
        if let line { try job.waitForOutput(line) }
        return job
    }

    /// Asks again and again until `condition` holds; false when it did not within `seconds`.
    public func poll(seconds: Double, every: Double = 0.05, _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = Date().addingTimeInterval(seconds)
        while true {
            if try condition() { return true }
            if Date() > deadline { return false }
            usleep(UInt32(every * 1_000_000))
        }
    }

    /// A script that runs in the guest.
    public struct Job: Sendable {
        let kiosk: Kiosk
        let number: Int

        /// Its output so far, both streams.
        public var output: String {
            let data = FileManager.default.contents(atPath: "\(kiosk.share)/\(number).out") ?? Data()
            return String(decoding: data, as: UTF8.self)
        }

        /// The guest's number of the process; it leads a group of its own.
        public var pid: Int32 { get throws { try kiosk.agent.pid(of: number) } }

        /// Waits for the end; nil when it did not come in time.
        public func wait(seconds: Double = 60) throws -> Int32? {
            try kiosk.agent.status(of: number, until: Date().addingTimeInterval(seconds))
        }

        /// Waits until the output holds `text`.
        public func waitForOutput(_ text: String, seconds: Double = 20) throws {
            var ended = false
            let found = try kiosk.poll(seconds: seconds, every: 0.02) {
                // Asked before the output: what a program says last counts too.
                ended = try wait(seconds: 0) != nil
                return output.contains(text) || ended
            }
            guard found, output.contains(text) else {
                throw KioskError.unexpected("no \"\(text)\" in \(seconds) s, ended: \(ended): \(output)")
            }
        }

        /// Sends a signal ("TERM", "KILL", "STOP") to the whole group.
        public func signal(_ name: String) throws {
            try kiosk.check("kill -s \(name) -- -\(pid)")
        }

        /// Asks the script to end, waits, and returns its output.
        @discardableResult
        public func stop(seconds: Double = 10) throws -> String {
            if try wait(seconds: 0) == nil {
                // It may end by itself in between.
                _ = try kiosk.run("kill -s TERM -- -\(pid)")
                if try wait(seconds: seconds) == nil {
                    try signal("KILL")
                    _ = try wait(seconds: seconds)
                }
            }
            return output
        }

        func removeFiles() {
            for suffix in ["sh", "out"] {
                try? FileManager.default.removeItem(atPath: "\(kiosk.share)/\(number).\(suffix)")
            }
        }
    }
}
