/// The paths of device nodes that this module opens. A path that comes from a file which other users can write leads to
/// nothing else.
enum DevicePath {
    /// "/dev/dri/card0" and the like.
    static func isCard(_ path: String) -> Bool { isNumbered(path, "/dev/dri/card") }

    /// "/dev/fb0" and the like.
    static func isFramebuffer(_ path: String) -> Bool { isNumbered(path, "/dev/fb") }

    private static func isNumbered(_ path: String, _ prefix: String) -> Bool {
        let number = path.utf8.dropFirst(prefix.utf8.count)
        return path.hasPrefix(prefix) && (1...3).contains(number.count) && number.allSatisfy { 48...57 ~= $0 }
    }
}
