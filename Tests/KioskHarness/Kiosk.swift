import Foundation

/// A virtual kiosk: a machine with a real Linux console, real display and input drivers, and the host's own
/// files.
///
/// Programs of the host run in it at the same paths. One machine runs at a time, across all processes of a
/// user.
public final class Kiosk: @unchecked Sendable {
    /// What the machine is made of.
    public let configuration: Configuration
    /// The directory that the guest sees as /share, on the host.
    public let share: String
    let directory: String
    let agent: Agent
    let monitor: Monitor
    /// The number of the console reader's job: not the job, which would hold the kiosk.
    let consoleJob = Locked<Int?>(nil)
    private let machine: ChildProcess

    /// Boots a machine, after building what it boots if that is missing. Waits while another machine runs.
    public init(_ configuration: Configuration, bootSeconds: Double = 120) throws {
        self.configuration = configuration
        var template = Array("\(NSTemporaryDirectory())kiosk.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw KioskError.boot("no temporary directory") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        directory = path
        share = path + "/share"
        chmod(path, 0o755)
        let boot = Self.scripts + "/boot.sh"
        machine = try ChildProcess(
            [boot, path] + configuration.words, variables: ["KIOSK_GUARD": "1"], log: path + "/qemu.log")
        do {
            // The first boot builds, and another machine may run: no limit but the process' own end.
            monitor = try Monitor(socket: Self.connect(path + "/qmp.sock", to: machine, log: path))
            agent = Agent(
                socket: try Self.connect(path + "/agent.sock", to: machine, log: path), share: share)
            guard agent.waitUntilReady(until: Date().addingTimeInterval(bootSeconds)) else {
                throw KioskError.boot("not ready in \(bootSeconds) s: \(Self.tail(path + "/serial.log"))")
            }
        } catch {
            machine.closeInput()
            _ = machine.wait(seconds: 5)
            Self.remove(path)
            throw error
        }
    }

    /// Boots a machine with `display`.
    public convenience init(_ display: Display) throws {
        try self.init(Configuration(display))
    }

    deinit {
        shutdown()
    }

    /// Whether the machine still runs.
    public var isRunning: Bool { machine.poll() == nil }

    /// What the kernel said on the serial line: for diagnosis.
    public var serialLog: String {
        (try? String(contentsOfFile: directory + "/serial.log", encoding: .utf8)) ?? ""
    }

    /// Switches the machine off, at once. Its files go too, unless KIOSK_KEEP is set.
    public func shutdown() {
        machine.closeInput()
        _ = machine.wait(seconds: 10)
        Self.remove(directory)
    }

    /// Where build.sh and boot.sh are: beside this target, or where KIOSK_SCRIPTS says.
    static var scripts: String {
        if let path = ProcessInfo.processInfo.environment["KIOSK_SCRIPTS"] { return path }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Kiosk").path
    }

    private static func connect(_ path: String, to machine: ChildProcess, log: String) throws -> UnixSocket {
        while true {
            if let socket = UnixSocket(path: path) { return socket }
            if let status = machine.poll() {
                throw KioskError.boot("status \(status): \(tail(log + "/qemu.log"))")
            }
            usleep(50_000)
        }
    }

    private static func tail(_ path: String) -> String {
        String(((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").suffix(2000))
    }

    private static func remove(_ directory: String) {
        guard ProcessInfo.processInfo.environment["KIOSK_KEEP"] == nil else { return }
        try? FileManager.default.removeItem(atPath: directory)
    }
}
