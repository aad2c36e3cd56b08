internal import Glibc

extension FontLibrary {
    /// The face the HUD is set in when nobody names one: the first usable file of `candidates()`, or nil if there
    /// is none, and the HUD goes without its label.
    public func defaultFace() -> Face? {
        for path in FontLibrary.candidates() where access(path, R_OK) == 0 {
            if let face = try? face(at: path) { return face }
        }
        return nil
    }

    /// Where the default face is looked for, in this order: `$HUD_FONT_DIR`, `Fonts` beside the program (of a
    /// build in the source tree: the tree's), `../share/kiosk-hud/fonts` from there, and Debian's packages.
    public static func candidates() -> [String] {
        var paths: [String] = []
        if let directory = getenv("HUD_FONT_DIR") {
            paths.append(String(cString: directory) + "/" + fileName)
        }
        if let program = directoryOfProgram() {
            paths.append("\(program)/Fonts/\(fileName)")
            if let tree = sourceTree(of: program) { paths.append("\(tree)/Fonts/\(fileName)") }
            paths.append("\(program)/../share/kiosk-hud/fonts/\(fileName)")
        }
        return paths + installed
    }

    /// Of Debian's fonts-dejavu-core; Fonts/README.md says why this one.
    private static let fileName = "DejaVuSans-Bold.ttf"

    /// Bold sans faces of Debian's packages; after the first, what else a kiosk may have.
    private static let installed = [
        "dejavu/DejaVuSans-Bold.ttf",
        "liberation/LiberationSans-Bold.ttf", "liberation2/LiberationSans-Bold.ttf",
        "noto/NotoSans-Bold.ttf", "freefont/FreeSansBold.ttf",
    ].map { "/usr/share/fonts/truetype/" + $0 }

    private static func directoryOfProgram() -> String? {
        let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room -> String? in
            let length = readlink("/proc/self/exe", room.baseAddress!, room.count)
            guard length > 0 else { return nil }
            let bytes = room[..<length].map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self)
        }
        guard let path, let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    /// The directory above `.build`, if the program stands in a build directory of SwiftPM.
    private static func sourceTree(of program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        return parts[..<build].joined(separator: "/")
    }
}
