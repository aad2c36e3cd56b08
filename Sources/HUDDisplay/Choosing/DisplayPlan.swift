/// A way to show a HUD on one display, found out and made ready before anything is shown: planes, copies of the picture, or
/// the framebuffer. A screen takes it over, and gives back what it holds; without a screen `discard` does.
package protocol DisplayPlan {
    /// Which way on which display, for messages.
    var description: String { get }

    /// Frees what was made for it: buffers and mappings on a card, or the pacer with its card. Nothing of it may be on
    /// the display.
    func discard()
}
