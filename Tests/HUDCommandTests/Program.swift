import Foundation

/// The built `hud`, run as a user runs it.
enum Program {
    /// It lies beside the test bundle.
    static let path: String = {
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appendingPathComponent("hud").path
    }()

    /// Those of the tree, wherever it is built.
    static let themes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Themes").path

    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The lines on standard error.
        var complaints: [String] {
            errors.split(separator: "\n").map(String.init)
        }
    }

    /// Runs it with `arguments`; `raw` is one more, of bytes that need not be text.
    static func run(
        _ arguments: [String], raw: [UInt8]? = nil, executable: String = path,
        environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        process.environment = ["PATH": "/usr/bin:/bin", "HUD_THEME_DIR": themes].merging(environment) { $1 }
        if let raw {
            // Foundation passes text only: the shell makes the bytes.
            let octal = raw.map {
                "\\" + String(repeating: "0", count: 3 - String($0, radix: 8).count) + String($0, radix: 8)
            }
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments =
                ["-c", "\"$0\" \"$@\" \"$(printf '\(octal.joined())')\"", path] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: executable)
            process.arguments = arguments
        }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        // Threads that run tests may block signals, and a program inherits that.
        var none = sigset_t()
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let status =
            process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Result(
            status: status, output: String(decoding: said, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }
}
