package import HUDPixels
internal import HUDSystem

/// What the two screens on a card have in common: they show two buffers in turn, and are master of the card only while
/// they change what it shows.
package class FlippingScreen {
    package let name: String
    package let size: Size
    package let millimetres: Size?
    let output: DRMOutput
    let device: any DRMDevice
    let journal: JournalPart
    let clock: () -> Int64
    var pacer: FlipPacer
    var isGivenBack = false
    package private(set) var hasShown = false
    /// When the first frame was tried; nil: none was.
    private var firstTry: Int64?
    /// A display that takes no frame for so long never will.
    private static let patience: Int64 = 3_000_000_000

    init(_ output: DRMOutput, name: String, journal: JournalPart, clock: @escaping () -> Int64) {
        self.name = name
        self.output = output
        self.journal = journal
        self.clock = clock
        size = output.size
        millimetres = output.connector.millimetres
        device = output.device
        pacer = FlipPacer(output)
    }

    package var descriptor: Int32? { isGivenBack ? nil : device.descriptor }
    package var nextFrame: Int64 { pacer.nextFrame }
    package func glassTime(at now: Int64) -> Int64 { pacer.glassTime(at: now) }

    package func drain() throws(DisplayError) {
        if !isGivenBack { try pacer.drain() }
    }

    /// The output's CRTC as it is now.
    ///
    /// - Throws: `.failed` where it has gone, or has another size.
    func crtc() throws(DisplayError) -> DRMCRTC {
        guard let crtc = device.crtcs().first(where: { $0.id == output.crtc.id }) else {
            throw DisplayError(.failed, "\(output.description) has gone")
        }
        if let mode = crtc.mode, mode.size != size {
            throw DisplayError(.failed, "\(output.description) has changed its size")
        }
        return crtc
    }

    /// The error for a display that another program has taken.
    var busy: DisplayError { .busy(device.path, DisplayOwner.find(card: device.path)) }

    /// Becomes master, makes `change`, which shows the buffer `index`, and stops being master.
    ///
    /// - Returns: false where it must be tried again: a change of another program is not finished, or the display is dark.
    /// - Throws: `.busy` where another program is master.
    func show(
        _ index: Int, at now: Int64, by change: () throws(SystemError) -> Void
    ) throws(DisplayError) -> Bool {
        do throws(SystemError) {
            try device.becomeMaster()
        } catch {
            throw error.isMissing ? DisplayError(error) : busy
        }
        defer { device.dropMaster() }
        do throws(SystemError) {
            try change()
            pacer.didFlip(to: index, at: now)
            hasShown = true
            return true
        } catch {
            // A change of another program is not finished, or the display is dark and shows nothing.
            let isLit = device.crtcs().contains { $0.id == output.crtc.id && $0.isActive }
            guard error.isBusy || !isLit else { throw DisplayError(error) }
            if !hasShown, now - (firstTry ?? now) > Self.patience {
                throw DisplayError(.busy, "\(output.description) takes no picture: \(error.description)")
            }
            firstTry = firstTry ?? now
            pacer.rest(until: now + pacer.period)
            return false
        }
    }
}
