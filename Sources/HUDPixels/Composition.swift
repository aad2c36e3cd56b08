// The two ways a posed layer becomes pixels of a target. Signatures are what the display module calls.

/// Draws `layer` in `pose` over `background` into `target`.
///
/// `background` and `target` have the same size and format and show the same part of the screen: their upper
/// left pixel is the screen's (`x`, `y`). Every pixel of `target` is written; where the layer does not reach it
/// is the background's, bit for bit. An alpha field of the format is written opaque under the layer.
public func compose(_ layer: Layer, _ pose: Pose, over background: Surface, into target: Surface, x: Int, y: Int) {
    fatalError("being written")
}

/// Draws `layer` in `pose`, premultiplied, into `target` (`.argb8888`), whose upper left pixel is the screen's
/// (`x`, `y`). Every pixel of `target` is written; where the layer does not reach it is transparent.
public func draw(_ layer: Layer, _ pose: Pose, into target: Surface, x: Int, y: Int) {
    fatalError("being written")
}
