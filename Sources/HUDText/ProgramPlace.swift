internal import CLinux
internal import Glibc

/// Where the running program stands, and what was installed with it.
package enum ProgramPlace {
    /// The program's folder; nil where nothing says it.
    package static let home: String? = program.flatMap { program in
        program.lastIndex(of: "/").map { String(program[..<$0]) }
    }

    /// The source tree that the program was built in and still stands in, if it does.
    package static let sourceTree: String? = home.flatMap(sourceTree(of:))

    /// Where `make install` puts what comes along: `share/kiosk-hud` beside the program's `bin`.
    package static let share: String? = home.map { $0 + "/../share/kiosk-hud" }

    /// The directory above `.build`, if a program in `home` stands in a build directory of SwiftPM.
    static func sourceTree(of home: String) -> String? {
        let parts = home.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        return parts[..<build].joined(separator: "/")
    }

    /// The program's file. Without /proc: what the kernel was given as its path.
    private static var program: String? {
        if let path = target("/proc/self/exe") { return path }
        guard let path = clinux_program_path(), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func target(_ link: String) -> String? {
        withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { room in
            guard let base = room.baseAddress else { return nil }
            let length = readlink(link, base.assumingMemoryBound(to: CChar.self), room.count)
            return length > 0 ? String(decoding: room[..<length], as: UTF8.self) : nil
        }
    }
}
