/// A display that carries the HUD, and what nothing else may take meanwhile.
struct OpenDisplay {
    let screen: any Screen
    let part: JournalPart
    /// The card's path; nil: a framebuffer without one, or an image.
    var card: String?
    /// The outputs that show it.
    var outputs: [DRMOutput] = []
    /// The framebuffer that is drawn on.
    var framebuffer: String?
    /// The plane that it stands on.
    var plane: UInt32?

    /// By what it is found in sysfs.
    var path: String? { card ?? framebuffer }
}

extension [OpenDisplay] {
    /// What is taken on a card.
    func planes(on card: String) -> Set<UInt32> {
        Set(lazy.filter { $0.card == card }.compactMap(\.plane))
    }

    func crtcs(on card: String) -> Set<UInt32> {
        Set(lazy.filter { $0.card == card }.flatMap(\.outputs).map(\.crtc.id))
    }
}
