internal import CLinux
internal import Glibc

/// Small files and folders, as /sys, /proc and /run have them.
package enum Files {
    /// The names in a folder, sorted; empty where it does not exist or may not be read.
    package static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// A file's text without the white space at its end; nil where it cannot be read.
    package static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(path, .read) else { return nil }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
            text += buffer[..<count]
        }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// Where a symbolic link points, as it stands there; nil where there is none.
    package static func linkTarget(_ path: String) -> String? {
        // As C's characters: for bytes, Swift 6.0 passes the array's own address and not that of its elements.
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        if count < 0 { return nil }
        return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path with every link followed; nil where there is nothing.
    package static func resolved(_ path: String) -> String? {
        guard let result = realpath(path, nil) else { return nil }
        defer { free(result) }
        return String(cString: result)
    }

    /// Whether there is anything at `path`.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Makes a folder; one that is there already, or cannot be made, shows when a file is put into it.
    package static func makeFolder(_ path: String) {
        mkdir(path, 0o777)
    }
}
