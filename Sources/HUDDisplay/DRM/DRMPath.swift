enum DRMPath {
    /// "/dev/dri/card0" and the like, and nothing else.
    static func isCard(_ path: String) -> Bool {
        let number = path.dropFirst("/dev/dri/card".count)
        return path.hasPrefix("/dev/dri/card") && (1...4).contains(number.utf8.count)
            && number.utf8.allSatisfy { 48...57 ~= $0 }
    }
}
