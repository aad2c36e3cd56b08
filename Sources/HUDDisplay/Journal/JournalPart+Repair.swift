internal import Glibc
internal import HUDSystem

// How another process puts a display back.

extension JournalPart {
    func restore(
        _ record: PropertyRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        do throws(SystemError) {
            if let card = card.take() {
                let lease = system.adopt(card)
                defer { lease.close() }
                try record.restore(on: lease, isMaster: true)
            } else {
                let device = try system.openCard(record.path)
                defer { device.close() }
                try record.restore(on: device)
            }
        } catch {
            // The plane itself may be another one's by now.
            if !error.isMissing { throw DisplayError(opening: record.path, error) }
        }
        clear()
        return .propertiesRestored
    }

    func flipBack(
        _ record: PrimaryRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        // Before the one that died is closed: its framebuffers go with it, and what shows them goes black.
        var sharedCard: (any DRMDevice)?
        if let card = card.take() { sharedCard = system.adopt(card) }
        defer { sharedCard?.close() }
        if let sharedCard, sharedCard.isMaster, record.flipBack(on: sharedCard) {
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
        let nodes = system.nodes
        guard let card = nodes.cards.first(where: { $0.path == record.path }),
            let node = nodes.framebuffer(of: card)
        else { return }
        let framebuffer = try system.openFramebuffer(node.path)
        if device.crtcs().first(where: { $0.id == record.crtc })?.isActive == false {
            try? framebuffer.blank(0)
        }
        try framebuffer.refresh()
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
