package import HUDPixels
package import HUDSystem

/// A graphics card: what this module asks of the kernel's DRM, so that a test can answer in its place.
///
/// Used by the thread that opened it: an older kernel lets no other become master.
package protocol DRMDevice: AnyObject {
    /// "/dev/dri/card0".
    var path: String { get }
    /// The driver's name: "vc4".
    var driver: String { get }
    /// No process was master when it was opened.
    var wasFree: Bool { get }
    /// Whose it is.
    var access: DRMAccess { get }
    /// Readable when there are `events`.
    var descriptor: Int32 { get }

    /// Whether it is master at this moment.
    var isMaster: Bool { get }
    func becomeMaster() throws(SystemError)
    func dropMaster()
    /// Asks for atomic commits and for all planes; false where the driver has none.
    func enableAtomic() -> Bool

    func connectors() -> [DRMConnector]
    func crtcs() -> [DRMCRTC]
    func planes() -> [DRMPlane]
    /// What a plane shows now. Needs no master.
    func state(ofPlane id: UInt32) throws(SystemError) -> DRMPlane.State

    /// Memory that a plane can show; `code` is `DRM_FORMAT_*`, one that `DRMFormat` knows.
    func makeBuffer(_ size: Size, code: UInt32) throws(SystemError) -> any DRMBuffer
    /// What another program's framebuffer is. Needs master.
    func describe(framebuffer id: UInt32) throws(SystemError) -> DRMFramebuffer
    /// Maps another program's framebuffer, for reading only. Needs no master; takes over its handles.
    func map(_ framebuffer: DRMFramebuffer, format: PixelFormat) throws(SystemError) -> any DRMPicture
    /// Lets go of a framebuffer's handles.
    func release(_ framebuffer: DRMFramebuffer)
    /// Shows another framebuffer of the same size and format, with an event, and changes nothing else. Needs
    /// master. For drivers without atomic commits, too.
    func flip(crtc id: UInt32, to framebuffer: UInt32) throws(SystemError)
    /// Builds a commit beforehand: sending it takes no longer than it must.
    func prepare(_ assignments: [DRMAssignment]) throws(SystemError) -> any DRMRequest
    /// Needs master.
    func commit(_ request: any DRMRequest, _ way: DRMCommit) throws(SystemError)

    /// The last vblank's time; throws EOPNOTSUPP where the driver has none.
    func lastVblank(ofCRTC index: Int) throws(SystemError) -> Int64
    /// Asks for an event at the next vblank. Needs no master.
    func requestVblank(ofCRTC index: Int) throws(SystemError)
    /// The events that have come; none is no error.
    func events(ofCRTC id: UInt32) throws(SystemError) -> [DRMEvent]

    /// Returns when no commit is under way whose buffers may not go.
    func settle()
    /// The same card once more, for another output.
    func reopen() throws(SystemError) -> any DRMDevice
    /// Closes it; nothing else may be called afterwards.
    func close()
}

/// How this process comes to a card.
package enum DRMAccess: Sendable {
    /// It has opened it: what it makes there goes with the process, and it can be master while no other process is.
    case own
    /// A part of it is lent, perhaps to other processes too: what this one makes there can outlive it.
    case lease
    /// Another program is master and lets it show buffers on planes, and change nothing else. Whether one would be taken
    /// is found out by showing it. What it makes goes with the process.
    case guest
}

/// How a commit is made.
package enum DRMCommit: Sendable {
    /// Only asks whether it would be accepted.
    case test
    /// At the next vblank, with an event.
    case nextFrame
    /// Returns when it is done.
    case waiting
}

/// Memory that a plane can show, with the framebuffer object made of it.
package protocol DRMBuffer: AnyObject {
    var framebuffer: UInt32 { get }
    var surface: Surface { get }
    /// Removes the framebuffer object: a plane that shows it goes off. Needs no master, works while another
    /// process is, and returns when the plane is off. The memory is freed.
    func remove()
}

/// Another program's picture, mapped for reading.
package protocol DRMPicture: AnyObject {
    /// Never to be written to.
    var surface: Surface { get }
    func unmap()
}

/// A commit built beforehand.
package protocol DRMRequest: AnyObject {}
