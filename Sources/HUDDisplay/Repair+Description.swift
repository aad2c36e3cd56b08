extension Journal.Repair: CustomStringConvertible {
    /// One line for the user.
    public var description: String {
        switch self {
        case .nothing: "there was nothing to put back"
        case .restored(let pixels): "the screen has been put back (\(pixels) pixels)"
        case .flippedBack: "the screen has been put back"
        case .screenChanged: "the screen has another size or layout now, so nothing was put back"
        }
    }
}
