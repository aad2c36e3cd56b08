import Foundation

/// The host's end of the line to the guest's process 1: names jobs, hears of their end.
final class Agent: @unchecked Sendable {
    private let socket: UnixSocket
    private let share: String
    private let condition = NSCondition()
    private var isReady = false
    private var hasGone = false
    private var lastJob = 0
    private var statuses: [Int: Int32] = [:]
    private var pids: [Int: Int32] = [:]

    init(socket: UnixSocket, share: String) {
        self.socket = socket
        self.share = share
        Thread { [weak self] in
            while let line = socket.readLine() { self?.hear(line) }
            self?.hearEnd()
        }.start()
    }

    deinit {
        socket.shutdownBoth()
    }

    /// Waits until the guest has its devices.
    func waitUntilReady(until deadline: Date) -> Bool {
        wait(until: deadline) { isReady || hasGone } && condition.withLock { isReady }
    }

    /// Starts `script` in the guest and returns the job's number.
    func submit(_ script: String) throws -> Int {
        let job = condition.withLock {
            lastJob += 1
            return lastJob
        }
        try Data(script.utf8).write(to: URL(fileURLWithPath: "\(share)/\(job).sh"))
        guard socket.write("\(job)\n") else { throw KioskError.gone("its agent does not listen") }
        return job
    }

    /// The job's exit status, or nil while it runs at `deadline`.
    func status(of job: Int, until deadline: Date) throws -> Int32? {
        let ended = wait(until: deadline) { statuses[job] != nil || hasGone }
        return try condition.withLock {
            if let status = statuses[job] { return status }
            if ended { throw KioskError.gone("while a command ran") }
            return nil
        }
    }

    /// The process that runs the job, which leads a session of its own.
    func pid(of job: Int) throws -> Int32 {
        _ = wait(until: Date().addingTimeInterval(10)) { pids[job] != nil || hasGone }
        guard let pid = condition.withLock({ pids[job] }) else {
            throw KioskError.gone("before a command began")
        }
        return pid
    }

    private func wait(until deadline: Date, for predicate: () -> Bool) -> Bool {
        condition.withLock {
            while !predicate() {
                guard condition.wait(until: deadline) else { return predicate() }
            }
            return true
        }
    }

    private func hear(_ line: String) {
        let words = line.split(separator: " ")
        condition.withLock {
            switch words.first {
            case "ready": isReady = true
            case "pid" where words.count == 3: pids[Int(words[1]) ?? 0] = Int32(words[2])
            case "done" where words.count == 3: statuses[Int(words[1]) ?? 0] = Int32(words[2])
            default: break
            }
            condition.broadcast()
        }
    }

    private func hearEnd() {
        condition.withLock {
            hasGone = true
            condition.broadcast()
        }
    }
}
