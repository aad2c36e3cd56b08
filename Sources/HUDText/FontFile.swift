internal import CLinux
internal import Glibc

/// A font's file in memory, as long as there is a face of it. Its pages come as they are used.
final class FontFile {
    /// The largest fonts (Chinese, Japanese and Korean in all weights) take some 20 MB a style.
    private static let most = 256 << 20

    let base: UnsafePointer<UInt8>
    let size: Int

    /// - Throws: `TextError.Kind.unreadable` if there is no ordinary file that can be read, `.notAFont` if it is empty.
    init(_ path: String) throws(TextError) {
        var size = 0
        let file = clinux_open_file(path, FontFile.most, &size)
        guard file >= 0 else {
            let reason = String(cString: clinux_file_fault(errno))
            throw TextError(.unreadable, "cannot read the font \(path): \(reason)")
        }
        defer { close(file) }
        guard size > 0 else { throw TextError(.notAFont, "\(path) is no font: it is empty") }
        guard let mapping = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), mapping != MAP_FAILED else {
            let reason = String(cString: strerror(errno))
            throw TextError(.unreadable, "cannot read the font \(path): \(reason)")
        }
        base = UnsafePointer(mapping.assumingMemoryBound(to: UInt8.self))
        self.size = size
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), size)
    }
}
