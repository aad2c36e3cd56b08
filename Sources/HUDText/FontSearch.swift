internal import Glibc

extension FontLibrary {
    /// The face of a label for which no font is named: the default one, else what the system offers.
    public func labelFace() -> Face? {
        defaultFace() ?? systemFace()
    }

    /// The face of the smaller text below a label: the default one's sister that is not bold, else none.
    package func detailFace() -> Face? {
        let bold = "-Bold.ttf"
        return defaultFace(
            among: FontLibrary.candidates().map { $0.hasSuffix(bold) ? $0.dropLast(bold.count) + ".ttf" : $0 }
        )
    }

    /// The face of a label for which no font is named: the first usable file of `candidates`, or nil if there
    /// is none, and the HUD goes without its label.
    public func defaultFace() -> Face? { defaultFace(among: FontLibrary.candidates()) }

    /// The first usable one of these files.
    package func defaultFace(among candidates: [String]) -> Face? {
        for path in candidates where access(path, R_OK) == 0 {
            if let face = try? face(at: path) { return face }
        }
        return nil
    }

    /// Where the default face is looked for, in this order: `$HUD_FONT_DIR`, `Fonts` beside the program (of a
    /// build in the source tree: the tree's), `../share/kiosk-hud/fonts` from there, and Debian's packages.
    package static func candidates() -> [String] {
        candidates(directory: getenv("HUD_FONT_DIR").map { String(cString: $0) }, home: ProgramPlace.home)
    }

    /// - Parameters:
    ///   - directory: asked first.
    ///   - home: the program's folder.
    package static func candidates(directory: String?, home: String?) -> [String] {
        var directories: [String] = []
        if let directory, !directory.isEmpty { directories.append(directory) }
        if let home {
            directories.append(home + "/Fonts")
            if let tree = ProgramPlace.sourceTree(of: home) { directories.append(tree + "/Fonts") }
            directories.append(home + "/../share/kiosk-hud/fonts")
        }
        return directories.map { "\($0)/\(fileName)" } + installed
    }

    /// Of Debian's fonts-dejavu-core; Fonts/README.md says why this one.
    private static let fileName = "DejaVuSans-Bold.ttf"

    /// Bold sans faces of Debian's packages; after the first, what else a kiosk may have.
    private static let installed = [
        "dejavu/DejaVuSans-Bold.ttf",
        "liberation/LiberationSans-Bold.ttf", "liberation2/LiberationSans-Bold.ttf",
        "noto/NotoSans-Bold.ttf", "freefont/FreeSansBold.ttf",
    ].map { "/usr/share/fonts/truetype/" + $0 }
}
