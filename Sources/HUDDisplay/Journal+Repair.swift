internal import Glibc
internal import HUDSystem

// How another process puts a display back.

extension Journal {
    func restore(
        _ record: PropertyRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Repair {
        do throws(SystemError) {
            let device = try system.openCard(record.path)
            defer { device.close() }
            try record.restore(on: device)
        } catch {
            // The plane itself may be another one's by now.
            if !error.isMissing { throw DisplayError(opening: record.path, error) }
        }
        clear()
        return .propertiesRestored
    }

    func flipBack(
        _ record: PrimaryRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Repair {
        // Before the one that died is closed: its framebuffers go with it, and what shows them goes black.
        var entrusted: (any DRMDevice)?
        if let card = card.take() { entrusted = system.adopt(card) }
        defer { entrusted?.close() }
        if let entrusted, entrusted.isMaster, record.flipBack(on: entrusted) {
            clear()
            return .flippedBack
        }
        do throws(SystemError) {
            let device = try system.openCard(record.path)
            defer { device.close() }
            if record.isShown(on: device) {
                guard record.flipBack(on: device) else {
                    throw SystemError("show the picture below again on", record.path, code: EBUSY)
                }
            } else if device.wasFree {
                try redraw(record, device, system)
            }
        } catch {
            if !error.isMissing { throw DisplayError(opening: record.path, error) }
        }
        clear()
        return .flippedBack
    }

    /// The kernel has taken the copies off itself, when the last process that had the card died. It goes back to the
    /// framebuffer, but on some drivers the display's memory is empty then (seen: bochs), and while another process
    /// has the card open the display stays off.
    private func redraw(
        _ record: PrimaryRecord, _ device: any DRMDevice, _ system: any DisplaySystem
    ) throws(SystemError) {
        guard let card = system.nodes.cards.first(where: { $0.path == record.path }),
            let node = system.nodes.framebuffer(of: card)
        else { return }
        let framebuffer = try system.openFramebuffer(node.path)
        if device.crtcs().first(where: { $0.id == record.crtc })?.isActive == false {
            try? framebuffer.blank(0)
        }
        try framebuffer.refresh()
    }
}

// MARK: - Darkness

extension Journal {
    /// The display of `framebuffer` is dark now and will be lit. Written down before it is.
    func willLight(_ framebuffer: String, level: Int32) throws(DisplayError) {
        try display { () throws(SystemError) in
            try BlankRecord(framebuffer: framebuffer, level: level).write(in: directory)
        }
    }

    /// It could not be lit.
    func forgetDarkness() {
        BlankRecord.clear(in: directory)
    }

    /// The show is over and the screen given back: closes the card that was entrusted, and makes a display dark
    /// again that was lit for the show.
    public func finish() {
        card = nil
        darken(on: ThisSystem())
    }

    /// Whether there was anything to do. To be called when this process has the card closed.
    @discardableResult
    package func darken(on system: any DisplaySystem) -> Bool {
        guard let record = BlankRecord.read(in: directory) else { return false }
        // Where it fails somebody else has the display now and lights it for himself.
        if let device = try? system.openFramebuffer(record.framebuffer) { try? device.blank(record.level) }
        BlankRecord.clear(in: directory)
        return true
    }
}

extension JournalRecord {
    /// The device of the record and how it lies in memory now; nil where it has gone.
    func reopen(
        on system: any DisplaySystem
    ) throws(DisplayError) -> (any FramebufferDevice, FramebufferGeometry)? {
        do throws(SystemError) {
            let device = try system.openFramebuffer(path)
            return (device, try device.geometry())
        } catch {
            if error.isMissing { return nil }
            throw DisplayError(opening: path, error)
        }
    }
}
