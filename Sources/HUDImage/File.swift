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

/// Writes a whole file, in place of what was there.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(ImageError) {
    guard let file = fopen(path, "we") else {
        throw ImageError(.unwritable, "cannot write \(path): \(reason())")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    // What does not fit on a full disk may come up only here.
    let failure = reason()
    guard fclose(file) == 0, written == bytes.count else {
        throw ImageError(.unwritable, "cannot write \(path): \(written == bytes.count ? reason() : failure)")
    }
}

private func reason() -> String {
    String(cString: strerror(errno))
}
