package import HUDPixels

/// A display that can carry one layer over whatever it shows.
///
/// Used from one thread. Times are nanoseconds of CLOCK_MONOTONIC.
package protocol Screen: AnyObject {
    /// Which display and by which way, for messages: "framebuffer /dev/fb0 (bochs-drmdrmfb)".
    var name: String { get }

    /// Pixels.
    var size: Size { get }

    /// The panel's, where it says one.
    var millimetres: Size? { get }

    /// Readable when `drain` has something to do; nil where time alone paces.
    var descriptor: Int32? { get }

    /// Takes the events that have come.
    func drain() throws(DisplayError)

    /// The earliest time at which another `present` makes sense: the last frame is on glass, or should be.
    var nextFrame: Int64 { get }

    /// When a frame that is presented at `now` will be on glass.
    func glassTime(at now: Int64) -> Int64

    /// Shows `layer` in `pose`. The same pose again costs no drawing: it looks after what is on the glass (puts
    /// it back, takes over what the program below has drawn).
    func present(_ layer: Layer, _ pose: Pose) throws(DisplayError)

    /// The display has taken a frame: `present` also returns where one must be tried again.
    var hasShown: Bool { get }

    /// Takes the layer away and leaves the screen as it would have been.
    func giveBack() throws(DisplayError)

    /// Takes the layer away when another console's picture is on the screen: of that picture nothing is changed.
    func abandon() throws(DisplayError)
}

extension Screen {
    /// Where nothing of the picture is written, the same.
    package func abandon() throws(DisplayError) { try giveBack() }
}
