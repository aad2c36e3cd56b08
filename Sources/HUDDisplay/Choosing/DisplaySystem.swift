package import HUDSystem

/// The machine as this module sees it; a test has its own.
package protocol DisplaySystem {
    /// What sysfs says now.
    var nodes: DisplayNodes { get }
    func openCard(_ path: String) throws(SystemError) -> any DRMDevice
    /// Takes over a card that another process opened.
    func adopt(_ card: consuming FileDescriptor) -> any DRMDevice
    /// A lease of a card, or the card itself, whose owner handed its descriptor down to this process.
    func borrowCard(_ descriptor: Int32) throws(SystemError) -> any DRMDevice
    func openFramebuffer(_ path: String) throws(SystemError) -> any FramebufferDevice
    /// Who is master of the card at a path, as far as can be seen.
    func owner(of path: String) -> FileHolder?
}

/// The machine that this runs on.
struct ThisSystem: DisplaySystem {
    var nodes: DisplayNodes { DisplayNodes() }

    func openCard(_ path: String) throws(SystemError) -> any DRMDevice {
        try LibDRM(path)
    }

    func adopt(_ card: consuming FileDescriptor) -> any DRMDevice {
        LibDRM(shared: card)
    }

    func borrowCard(_ descriptor: Int32) throws(SystemError) -> any DRMDevice {
        try LibDRM.borrowed(descriptor)
    }

    func openFramebuffer(_ path: String) throws(SystemError) -> any FramebufferDevice {
        try LinuxFramebuffer(path)
    }

    func owner(of path: String) -> FileHolder? {
        DisplayOwner.find(card: path)
    }
}
