import Foundation

/// QEMU's own line, QMP: requests and their answers, one at a time.
final class Monitor: @unchecked Sendable {
    private let socket: UnixSocket
    private let lock = NSLock()

    init(socket: UnixSocket) throws {
        self.socket = socket
        guard socket.readLine() != nil else { throw KioskError.gone("QEMU said nothing") }
        try execute("qmp_capabilities")
    }

    /// Runs one command and waits for its answer; events between are passed over.
    func execute(_ command: String, _ arguments: [String: Any] = [:]) throws {
        try lock.withLock {
            let request = try JSONSerialization.data(withJSONObject: [
                "execute": command, "arguments": arguments,
            ])
            guard socket.write(String(decoding: request, as: UTF8.self) + "\n") else {
                throw KioskError.gone("QEMU does not listen")
            }
            while let line = socket.readLine() {
                let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                if answer["return"] != nil { return }
                if let error = answer["error"] as? [String: Any] {
                    throw KioskError.monitor("\(command): \(error["desc"] ?? error)")
                }
            }
            throw KioskError.gone("QEMU hung up")
        }
    }
}
