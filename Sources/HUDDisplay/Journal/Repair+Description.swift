extension Journal.Repair: CustomStringConvertible {
    /// One line for the user.
    package var description: String {
        switch self {
        case .nothing: "there was nothing to put back"
        case .restored(let pixels): "the screen has been put back (\(pixels) pixels)"
        case .flippedBack, .propertiesRestored: "the screen has been put back"
        case .darkened: "the display has been made dark again"
        case .several(let one, let other): "\(one); \(other)"
        case .screenChanged: "the screen has another size or layout now, so nothing was put back"
        }
    }
}
