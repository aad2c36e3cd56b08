internal import Glibc

/// Which font of the system has a character.
///
/// The library is opened when it is first needed, not linked: a label that the theme's face has pays nothing for
/// it, and a kiosk may go without.
final class Fontconfig {
    private typealias Pointer = OpaquePointer
    private typealias Text = UnsafePointer<CChar>
    private typealias Destroy = @convention(c) (Pointer?) -> Void
    private typealias AddNumber = @convention(c) (Pointer, Text, CInt) -> CInt

    private let library: UnsafeMutableRawPointer
    private let config: Pointer

    /// Nil where fontconfig is not installed, or has no configuration that says where fonts are.
    init?() {
        // Without its configuration it complains on standard error, and knows of no fonts that matter.
        let file = getenv("FONTCONFIG_FILE").map { String(cString: $0) } ?? "/etc/fonts/fonts.conf"
        guard !file.hasPrefix("/") || access(file, R_OK) == 0,
            let library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL)
        else { return nil }
        let names = [
            "FcInitLoadConfigAndFonts", "FcConfigDestroy", "FcPatternCreate", "FcPatternDestroy",
            "FcPatternAddString", "FcPatternAddInteger", "FcPatternAddBool", "FcPatternAddCharSet",
            "FcCharSetCreate", "FcCharSetAddChar", "FcCharSetDestroy", "FcConfigSubstitute",
            "FcDefaultSubstitute", "FcFontMatch", "FcPatternGetString", "FcPatternGetInteger",
        ]
        guard names.allSatisfy({ dlsym(library, $0) != nil }) else {
            dlclose(library)
            return nil
        }
        self.library = library
        let load = unsafeBitCast(
            dlsym(library, "FcInitLoadConfigAndFonts"), to: (@convention(c) () -> Pointer?).self)
        guard let config = load() else { return nil }
        self.config = config
    }

    deinit {
        function("FcConfigDestroy", Destroy.self)(config)
    }

    /// The bold sans face that lacks the fewest of `characters`; in colour, or not, above all.
    func match(
        _ characters: [Unicode.Scalar], isColored: Bool, language: String?
    ) -> (path: String, index: Int)? {
        guard let pattern = function("FcPatternCreate", (@convention(c) () -> Pointer?).self)() else {
            return nil
        }
        let destroy = function("FcPatternDestroy", Destroy.self)
        defer { destroy(pattern) }
        let addString = function("FcPatternAddString", (@convention(c) (Pointer, Text, Text) -> CInt).self)
        let addInteger = function("FcPatternAddInteger", AddNumber.self)
        let addBool = function("FcPatternAddBool", AddNumber.self)
        _ = addString(pattern, "family", isColored ? "emoji" : "sans-serif")
        if let language { _ = addString(pattern, "lang", language) }
        _ = addInteger(pattern, "weight", 200)  // FC_WEIGHT_BOLD
        _ = addBool(pattern, "color", isColored ? 1 : 0)
        if !isColored { _ = addBool(pattern, "scalable", 1) }
        if !characters.isEmpty { add(characters, to: pattern) }

        let substitute = function(
            "FcConfigSubstitute", (@convention(c) (Pointer, Pointer, CInt) -> CInt).self)
        _ = substitute(config, pattern, 0)  // FcMatchPattern
        function("FcDefaultSubstitute", Destroy.self)(pattern)
        let find = function(
            "FcFontMatch",
            (@convention(c) (Pointer, Pointer, UnsafeMutablePointer<CInt>) -> Pointer?).self)
        var result: CInt = 0
        guard let font = find(config, pattern, &result) else { return nil }
        defer { destroy(font) }
        return file(of: font)
    }

    private func add(_ characters: [Unicode.Scalar], to pattern: Pointer) {
        guard let set = function("FcCharSetCreate", (@convention(c) () -> Pointer?).self)() else { return }
        let add = function("FcCharSetAddChar", (@convention(c) (Pointer, UInt32) -> CInt).self)
        for character in characters { _ = add(set, character.value) }
        let addSet = function(
            "FcPatternAddCharSet", (@convention(c) (Pointer, Text, Pointer) -> CInt).self)
        _ = addSet(pattern, "charset", set)
        function("FcCharSetDestroy", Destroy.self)(set)
    }

    private func file(of font: Pointer) -> (path: String, index: Int)? {
        let getString = function(
            "FcPatternGetString",
            (@convention(c) (Pointer, Text, CInt, UnsafeMutablePointer<Text?>) -> CInt).self)
        let getInteger = function(
            "FcPatternGetInteger",
            (@convention(c) (Pointer, Text, CInt, UnsafeMutablePointer<CInt>) -> CInt).self)
        var path: Text?
        var index: CInt = 0
        guard getString(font, "file", 0, &path) == 0, let path else { return nil }
        if getInteger(font, "index", 0, &index) != 0 { index = 0 }
        return (String(cString: path), Int(index))
    }

    private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, name), to: type)
    }
}
