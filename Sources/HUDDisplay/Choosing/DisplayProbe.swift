internal import HUDPixels
internal import HUDSystem

/// Finds out in which ways a display can show the HUD. Except that it lights a dark display for a show, it changes nothing.
struct DisplayProbe {
    let system: any DisplaySystem
    let nodes: DisplayNodes

    /// Where it is written down before a dark display is lit; nil: dark displays are left dark.
    var journal: Journal?

    /// The connector that is asked for; nil: all that are lit.
    var outputName: String?

    /// The lit outputs of a card, or the one that is asked for. Each has the card opened for itself, and the caller closes
    /// it. A dark display is lit where that can be undone. Outputs on `crtcs` are left out.
    ///
    /// - Throws: `.busy` where another program is master of the card, `.noDisplay` where nothing is lit.
    func outputs(
        of whole: DisplayNodes.Card, except crtcs: Set<UInt32> = []
    ) throws(DisplayError) -> [DRMOutput] {
        let card = try asked(whole)
        if !card.isLit { try light(card) }
        let device = try open(card)
        guard device.wasFree else {
            device.close()
            throw .busy(card.path, system.owner(of: card.path))
        }
        // For the properties that say what is lit; no harm where it is refused.
        _ = device.enableAtomic()
        func lit() -> [DRMOutput] { self.lit(on: device).filter { !crtcs.contains($0.crtc.id) } }
        do throws(DisplayError) {
            // Another program has made it dark since it was looked at. To close the card would light it.
            if lit().isEmpty, let now = system.nodes.cards.first(where: { $0.path == card.path }),
                try !asked(now).isLit
            {
                try light(asked(now))
            }
            let lit = lit()
            if lit.isEmpty {
                throw DisplayError(.noDisplay, "\(card.path): no output shows a picture")
            }
            return try apart(lit)
        } catch {
            device.close()
            throw error
        }
    }

    /// The lit outputs, or the one that is asked for, of a descriptor that the owner of the display passed to this process:
    /// a lease, or the owner's own. Each has a device of its own, and the caller closes it.
    ///
    /// - Throws: `.busy` where the descriptor is not master, `.noDisplay` where it is no card or nothing is lit.
    func outputs(by descriptor: Int32) throws(DisplayError) -> [DRMOutput] {
        let device: any DRMDevice
        do throws(SystemError) {
            device = try system.borrowCard(descriptor)
        } catch {
            throw error.isPermission
                ? DisplayError(opening: error.subject, error) : DisplayError(.noDisplay, error.description)
        }
        guard device.isMaster else {
            device.close()
            throw DisplayError(
                .busy,
                "descriptor \(descriptor) is not master of \(device.path), so nothing can be shown by it")
        }
        _ = device.enableAtomic()
        let lit = lit(on: device)
        if lit.isEmpty {
            device.close()
            throw DisplayError(.noDisplay, "descriptor \(descriptor) leads to no output that is lit")
        }
        return try apart(lit)
    }

    private func lit(on device: any DRMDevice) -> [DRMOutput] {
        DRMOutput.lit(on: device).filter { outputName == nil || $0.connector.name == outputName }
    }

    /// The same outputs, each with a device of its own.
    private func apart(_ outputs: [DRMOutput]) throws(DisplayError) -> [DRMOutput] {
        var apart = [outputs[0]]
        for output in outputs.dropFirst() {
            do throws(SystemError) {
                let device = try output.device.reopen()
                _ = device.enableAtomic()
                apart.append(output.on(device))
            } catch {
                for output in apart { output.device.close() }
                throw DisplayError(opening: output.device.path, error)
            }
        }
        return apart
    }

    private func open(_ card: DisplayNodes.Card) throws(DisplayError) -> any DRMDevice {
        do throws(SystemError) {
            return try system.openCard(card.path)
        } catch {
            throw DisplayError(opening: card.path, error)
        }
    }

    /// The card with the connectors that count.
    private func asked(_ card: DisplayNodes.Card) throws(DisplayError) -> DisplayNodes.Card {
        guard let outputName else { return card }
        let card = card.restricted(to: outputName)
        if card.connectors.isEmpty {
            throw DisplayError(.noDisplay, "\(card.path) has no output \(outputName)")
        }
        return card
    }

    /// Writes down that the display was dark, and lights it. The kernel refuses that while a process is master of the card.
    private func light(_ card: DisplayNodes.Card) throws(DisplayError) {
        guard let journal, let level = card.blankLevel, let framebuffer = nodes.framebuffer(of: card)
        else { throw DisplayError(.noDisplay, "\(card.path): \(card.darkness)") }
        try journal.willLight(framebuffer.path, level: level)
        do throws(SystemError) {
            try system.openFramebuffer(framebuffer.path).blank(0)
        } catch {
            journal.forgetDarkness(of: framebuffer.path)
            throw error.isBusy
                ? .busy(card.path, system.owner(of: card.path))
                : DisplayError(opening: framebuffer.path, error)
        }
    }

    /// Copies of an output's picture; the output's card is left open where they cannot be made, or only slowly
    /// (`mustBeFast`).
    func copies(
        _ output: DRMOutput, of card: DisplayNodes.Card, mustBeFast: Bool
    ) throws(DisplayError) -> PrimaryPlan {
        try refuseToPan(output, of: card, "no copies of the picture on")
        do throws(DisplayError) {
            return try PrimaryPlan.find(output, mustBeFast: mustBeFast, clock: Clock.now)
        } catch {
            throw error.kind == .busy ? .busy(card.path, system.owner(of: card.path)) : error
        }
    }

    /// A program that pans shows its own framebuffer again with each pan, and the HUD would go.
    private func refuseToPan(
        _ output: DRMOutput, of card: DisplayNodes.Card, _ what: String
    ) throws(DisplayError) {
        guard let framebuffer = nodes.framebuffer(of: card),
            framebuffer.virtualHeight >= 2 * output.size.height
        else { return }
        throw DisplayError(
            .noDisplay,
            "\(what) \(output.description): programs can pan \(framebuffer.path), which shows it alone")
    }

    /// A plane over an output; the output's card is left open where there is none, or none that can be trusted
    /// (`mustBeTrusted`).
    func overlay(
        _ output: DRMOutput, of card: DisplayNodes.Card, region: Rect, except planes: Set<UInt32> = [],
        mustBeTrusted: Bool
    ) throws(DisplayError) -> OverlayPlan {
        try refuseToPan(output, of: card, "no plane over")
        if mustBeTrusted, card.isFirmware {
            throw DisplayError(
                .noDisplay, "no plane over \(output.description): the firmware's planes (fkms) blend wrongly")
        }
        do throws(DisplayError) {
            return try OverlayPlan.find(output, region: region, except: planes)
        } catch {
            throw error.kind == .busy ? .busy(card.path, system.owner(of: card.path)) : error
        }
    }

    /// A framebuffer, paced by the card that it is emulated on (`output`, taken over) or by time.
    func framebuffer(
        at path: String, on output: DRMOutput?
    ) throws(DisplayError) -> FramebufferPlan {
        do throws(DisplayError) {
            let device: any FramebufferDevice
            do throws(SystemError) {
                device = try system.openFramebuffer(path)
            } catch {
                throw DisplayError(opening: path, error)
            }
            let pacer =
                if let output { FramePacer(output) } else {
                    FramePacer(period: 16_666_667, wait: device.waitForFrame)
                }
            return try FramebufferPlan(device, pacer, millimetres: output?.connector.millimetres)
        } catch {
            output?.device.close()
            throw error
        }
    }
}
