internal import Glibc
internal import HUDPixels
internal import HUDSystem

// How another process puts a display back. Each way looks at the display afterwards, and only then forgets the record.

extension JournalPart {
    /// Puts back what is the HUD's and still stands.
    ///
    /// - Throws: where it could not be put back; it stays pending, and the card stays held for another try.
    func putBack(on system: any DisplaySystem) throws(DisplayError) -> Journal.Repair {
        let result = withContents { bytes -> Result<Journal.Repair, DisplayError> in
            do throws(DisplayError) {
                return .success(try putBack(bytes, on: system))
            } catch {
                return .failure(error)
            }
        }
        let repair = try result?.get() ?? .nothing
        clear()
        closeCard()
        return repair
    }

    private func putBack(
        _ bytes: UnsafeMutableRawBufferPointer, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        switch RestoreRecord(UnsafeRawBufferPointer(bytes)) {
        case .pixels(let record): try restore(record, bytes.baseAddress!, on: system)
        case .picture(let record): try flipBack(record, on: system)
        case .plane(let record): try restore(record, on: system)
        case .darkness(let record): try darken(record, on: system)
        case nil: .nothing
        }
    }

    private func restore(
        _ record: PixelsRecord, _ base: UnsafeMutableRawPointer, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        guard let (device, geometry) = try record.reopen(on: system), geometry.hasLayout(of: record.geometry),
            let format = try? geometry.format()
        else { return .screenChanged }
        var count = 0
        for (page, place) in record.places {
            let saveUnder = SaveUnder(
                device, record.geometry, format, area: place, rows: record.rows(page, of: base))
            count += try display { () throws(SystemError) in try saveUnder.restore() }
        }
        return .restored(pixels: count)
    }

    private func restore(
        _ record: PlaneRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        do throws(SystemError) {
            if let lease = sharedCard(on: system) {
                try record.putBack(on: lease, .own, isMaster: true)
                return .propertiesRestored
            }
            let device = try system.openCard(record.path)
            defer { device.close() }
            return try record.putBack(on: device, .unknown) ? .propertiesRestored : .nothing
        } catch {
            // The card has gone, or the plane is another lease's by now.
            if error.isMissing { return .nothing }
            throw DisplayError(opening: record.path, error)
        }
    }

    private func flipBack(
        _ record: PictureRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        // Before the card of the process that died is closed: its framebuffers go with it, and what shows them goes black.
        if let shared = sharedCard(on: system), shared.isMaster, record.isShown(on: shared),
            (try? display { () throws(SystemError) in try record.flipBack(on: shared) }) != nil
        {
            return .flippedBack
        }
        do throws(SystemError) {
            let device = try system.openCard(record.path)
            defer { device.close() }
            if record.isShown(on: device) {
                do throws(SystemError) {
                    try record.flipBack(on: device)
                } catch {
                    // The picture's framebuffer has gone, with its program.
                    guard error.isMissing else { throw error }
                    try bringBack(record, device, system)
                }
            } else if device.wasFree {
                try bringBack(record, device, system)
            }
        } catch {
            if !error.isMissing { throw DisplayError(opening: record.path, error) }
        }
        return .flippedBack
    }

    /// The kernel has taken the copies off itself, when the last process that had the card died. If that was the last
    /// one that had it open at all, the display goes back to the console's framebuffer, though on some drivers its memory
    /// is empty then (seen: bochs). While another process has it open the display stays without a framebuffer: black,
    /// off on some drivers, active on others (seen: virtio).
    private func bringBack(
        _ record: PictureRecord, _ device: any DRMDevice, _ system: any DisplaySystem
    ) throws(SystemError) {
        // A display that has been unplugged needs no picture.
        guard device.connectors().contains(where: \.isConnected) else { return }
        if !record.hasPicture(on: device) {
            try? display { () throws(SystemError) in try record.show(on: device) }
        }
        let nodes = system.nodes
        if let card = nodes.cards.first(where: { $0.path == record.path }),
            let node = nodes.framebuffer(of: card)
        {
            let framebuffer = try system.openFramebuffer(node.path)
            // Lights it, with the console's framebuffer on it.
            if !record.hasPicture(on: device) || record.isShown(on: device) { try? framebuffer.blank(0) }
            try framebuffer.refresh()
        }
        guard record.hasPicture(on: device), !record.isShown(on: device) else {
            throw SystemError("show the picture below again on", record.path, code: EIO)
        }
    }

    /// To be called when this process has the cards closed.
    private func darken(
        _ record: DarknessRecord, on system: any DisplaySystem
    ) throws(DisplayError) -> Journal.Repair {
        // Where it fails another program has the display now and lights it for itself.
        if let device = try? system.openFramebuffer(record.path) { try? device.blank(record.level) }
        return .darkened
    }
}

extension PixelsRecord {
    /// The device of the record and how it lies in memory now; nil where it has gone.
    fileprivate func reopen(
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
