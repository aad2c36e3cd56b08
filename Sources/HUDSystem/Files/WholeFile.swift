internal import CLinux
internal import Glibc

/// A file that a user wrote and that is read at once: a theme, rules.
package enum WholeFile {
    /// The bytes of an ordinary file.
    ///
    /// - Parameter most: the most bytes that it may have.
    /// - Throws: why it cannot be read. A directory, a pipe, a device, and what is larger are refused without waiting.
    package static func bytes(_ path: String, most: Int = 1 << 20) throws(WholeFileError) -> [UInt8] {
        var size = 0
        let raw = clinux_open_file(path, most, &size)
        guard raw >= 0 else { throw WholeFileError(path, errno, most) }
        let file = FileDescriptor(owning: raw, path: path)
        // One more, so that a file that grows meanwhile is noticed. The size of a file in /proc is told as 0.
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: max(4096, size + 1))
        do throws(SystemError) {
            while true {
                let count = try file.read(into: &buffer)
                if count == 0 { return bytes }
                bytes += buffer[..<count]
                if bytes.count > most { break }
            }
        } catch {
            throw WholeFileError(path, error.code, most)
        }
        throw WholeFileError(path, EFBIG, most)
    }
}

/// Why a file cannot be read.
package struct WholeFileError: Error, CustomStringConvertible {
    /// The kernel's `errno`, or the one that fits best.
    package let code: Int32
    /// Half a sentence: "cannot read PATH: why".
    package let description: String

    init(_ path: String, _ code: Int32, _ most: Int) {
        self.code = code
        let reason = String(cString: clinux_file_fault(code))
        description =
            "cannot read \(path): \(reason)" + (code == EFBIG ? ", more than \(most >> 10) KiB" : "")
    }

    /// Nothing is there.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
