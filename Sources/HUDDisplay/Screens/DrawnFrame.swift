internal import HUDPixels

/// What was drawn somewhere: a layer as it then was, in a pose.
struct DrawnFrame {
    let layer: Layer
    let version: Int
    let pose: Pose

    init(_ layer: Layer, _ pose: Pose) {
        self.layer = layer
        self.pose = pose
        version = layer.version
    }

    /// Whether drawing the layer in this pose now would make the same picture.
    func isSame(_ layer: Layer, _ pose: Pose) -> Bool {
        self.layer === layer && self.pose == pose && version == layer.version
    }

    /// The pixels of the screen that may be others once the layer is drawn in this pose.
    func difference(_ layer: Layer, _ pose: Pose) -> Rect {
        if self.layer === layer && self.pose == pose {
            return pose.bounds(of: layer.changes(since: version), in: layer.size)
        }
        return self.pose.bounds(of: self.layer.size).union(pose.bounds(of: layer.size))
    }
}
