internal import CLinux
internal import Glibc

/// Larger files than this are no pictures for a HUD: 64 MiB.
private let maximumFile = 64 << 20

/// The bytes of an ordinary file.
func readFile(_ path: String) throws(ImageError) -> [UInt8] {
    var size = 0
    let file = clinux_open_file(path, maximumFile, &size)
    guard file >= 0 else {
        let kind: ImageError.Kind = errno == EFBIG ? .badData : .unreadable
        let limit = errno == EFBIG ? ", more than 64 MiB" : ""
        throw ImageError(kind, "cannot read \(path): \(String(cString: clinux_file_fault(errno)))\(limit)")
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + done, size - done) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw ImageError(.unreadable, "cannot read \(path): \(reason())") }
        if count == 0 { break }
        done += count
    }
    // It may have become shorter meanwhile.
    bytes.removeLast(size - done)
    return bytes
}

/// Writes a whole file, in place of what was there. A FIFO must have a reader: it is not waited for.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(ImageError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
    let file = open(path, flags | O_NONBLOCK, 0o666)
    guard file >= 0 else { throw ImageError(.unwritable, "cannot write \(path): \(reason())") }
    _ = fcntl(file, F_SETFL, O_WRONLY)
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + done, $0.count - done) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
            let failure = reason()
            close(file)
            throw ImageError(.unwritable, "cannot write \(path): \(failure)")
        }
        done += count
    }
    // What does not fit on a full disk of a server may come up only here.
    guard close(file) == 0 else { throw ImageError(.unwritable, "cannot write \(path): \(reason())") }
}

private func reason() -> String {
    String(cString: strerror(errno))
}
