internal import Glibc

/// Larger files than this are no pictures for a HUD: 64 MiB.
private let maximumFile = 64 << 20

/// A whole file.
func readFile(_ path: String) throws(ImageError) -> [UInt8] {
    guard let file = fopen(path, "re") else {
        throw ImageError(.unreadable, "cannot read \(path): \(reason())")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while bytes.count <= maximumFile {
        var count = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, filled in
            count = fread(room.baseAddress, 1, room.count, file)
            filled = count
        }
        bytes += chunk
        if count == 0 {
            guard ferror(file) == 0 else {
                throw ImageError(.unreadable, "cannot read \(path): \(reason())")
            }
            return bytes
        }
    }
    throw ImageError(.badData, "\(path) is larger than 64 MiB: no picture for a HUD")
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
