internal import HUDPixels
internal import HUDSystem

/// A framebuffer that can be drawn on, before it is.
package struct FramebufferPlan: DisplayPlan {
    let device: any FramebufferDevice
    let geometry: FramebufferGeometry
    let format: PixelFormat
    let pacer: FramePacer
    /// What is seen of it.
    let size: Size
    /// The panel's size.
    let millimetres: Size?

    /// - Parameter millimetres: the panel's size where something else than the framebuffer knows it.
    init(
        _ device: any FramebufferDevice, _ pacer: FramePacer, millimetres: Size? = nil
    ) throws(DisplayError) {
        self.device = device
        self.pacer = pacer
        let geometry = try display { () throws(SystemError) in try device.geometry() }
        self.geometry = geometry
        let shown = pacer.shownSize ?? geometry.size
        size = Size(
            width: min(shown.width, geometry.size.width), height: min(shown.height, geometry.size.height))
        self.millimetres = millimetres ?? geometry.millimetres
        let palette =
            try geometry.isIndexed ? display { () throws(SystemError) in try device.palette() } : nil
        do throws(DisplayError) {
            format = try geometry.format(palette)
        } catch {
            throw DisplayError(error.kind, "\(device.path): \(error.description)")
        }
    }

    /// For a framebuffer that no card stands behind: `period` in nanoseconds from frame to frame.
    package init(_ device: any FramebufferDevice, period: Int64) throws(DisplayError) {
        try self.init(device, FramePacer(period: period, wait: device.waitForFrame))
    }

    /// "framebuffer /dev/fb0 (bochs-drmdrmfb), 1024x768, ...".
    package var description: String {
        "framebuffer \(device.path) (\(device.driver)), \(geometry.description)"
    }

    package func discard() { pacer.stop() }
}
