internal import HUDPixels
internal import HUDSystem

/// Takes the first way to a display that works, in the order of how little each disturbs.
struct DisplayChooser {
    let probe: DisplayProbe
    let journal: Journal
    let region: (Size, Size?) -> Rect
    let rotation: Rotation
    let entrust: (Int32) -> Void
    let note: (String) -> Void

    private var nodes: DisplayNodes { probe.system.nodes }

    /// A plane of the first lit output, else copies of its picture, else its framebuffer; else a framebuffer
    /// without a card.
    func best() throws(DisplayError) -> any Screen {
        var refusals: [DisplayError] = []
        for card in nodes.cards {
            do throws(DisplayError) {
                return try best(on: card)
            } catch {
                // What somebody else uses is the display that people look at; a second one would not be seen.
                if error.kind == .busy { throw error }
                refuse(error, &refusals)
            }
        }
        for framebuffer in nodes.framebuffers
        where nodes.card(of: framebuffer) == nil && probe.outputName == nil {
            do throws(DisplayError) {
                return try screen(at: framebuffer.path, on: nil)
            } catch {
                refuse(error, &refusals)
            }
        }
        throw nothing(refusals)
    }

    private func best(on card: DisplayNodes.Card) throws(DisplayError) -> any Screen {
        let output = try probe.output(of: card)
        for isSecond in [false, true] {
            do throws(DisplayError) {
                return try isSecond
                    ? screen(insteadOf: output, of: card, mustBeFast: true) : screen(over: output, of: card)
            } catch {
                guard error.kind == .noDisplay else {
                    output.device.close()
                    throw error
                }
                note(error.description)
            }
        }
        guard let framebuffer = nodes.framebuffer(of: card) else {
            output.device.close()
            throw DisplayError(.noDisplay, "\(card.path) has no framebuffer device")
        }
        return try screen(at: framebuffer.path, on: output)
    }

    /// A plane of one card, or of any.
    func plane(_ path: String?) throws(DisplayError) -> any Screen {
        try onCard(path, screen(over:of:))
    }

    /// Copies of the picture of one card, or of any.
    func copies(_ path: String?) throws(DisplayError) -> any Screen {
        // Who asks for it gets it, at whatever rate the memory allows.
        try onCard(path) { (output, card) throws(DisplayError) in
            try screen(insteadOf: output, of: card, mustBeFast: false)
        }
    }

    private func onCard(
        _ path: String?, _ open: (DRMOutput, DisplayNodes.Card) throws(DisplayError) -> any Screen
    ) throws(DisplayError) -> any Screen {
        let path = path.map { Files.resolved($0) ?? $0 }
        let cards = nodes.cards.filter { path == nil || $0.path == path }
        if let path, cards.isEmpty { throw DisplayError(.noDisplay, "there is no card \(path)") }
        var refusals: [DisplayError] = []
        for card in cards {
            do throws(DisplayError) {
                let output = try probe.output(of: card)
                do throws(DisplayError) {
                    return try open(output, card)
                } catch {
                    output.device.close()
                    throw error
                }
            } catch {
                refuse(error, &refusals)
            }
        }
        throw nothing(refusals)
    }

    /// One framebuffer, or any.
    func framebuffer(_ path: String?) throws(DisplayError) -> any Screen {
        var refusals: [DisplayError] = []
        let path = path.map { Files.resolved($0) ?? $0 }
        let known = nodes.framebuffers.filter {
            (path == nil || $0.path == path) && (probe.outputName == nil || nodes.card(of: $0) != nil)
        }
        // Without sysfs' word there is no telling whether anybody sees it.
        if let path, known.isEmpty { throw DisplayError(.noDisplay, "there is no framebuffer \(path)") }
        for framebuffer in known {
            do throws(DisplayError) {
                guard let card = nodes.card(of: framebuffer) else {
                    return try screen(at: framebuffer.path, on: nil)
                }
                // What is drawn there is seen only while nobody has the card and it is lit.
                return try screen(at: framebuffer.path, on: try probe.output(of: card))
            } catch {
                refuse(error, &refusals)
            }
        }
        throw nothing(refusals)
    }

    // MARK: -

    private func screen(
        over output: DRMOutput, of card: DisplayNodes.Card
    ) throws(DisplayError) -> any Screen {
        let turn = turn(output, onPrimary: false)
        let rect = region(output.size, output.connector.millimetres, turn)
        let plan = try probe.overlay(output, of: card, region: rect)
        do throws(DisplayError) {
            return turned(try KMSOverlayScreen(plan, journal: journal, clock: Clock.now), turn)
        } catch {
            plan.discard()
            throw error
        }
    }

    private func screen(
        insteadOf output: DRMOutput, of card: DisplayNodes.Card, mustBeFast: Bool
    ) throws(DisplayError) -> any Screen {
        let plan = try probe.copies(output, of: card, mustBeFast: mustBeFast)
        let turn = turn(output, onPrimary: true)
        do throws(DisplayError) {
            let screen = try KMSPrimaryScreen(
                plan, region: region(output.size, output.connector.millimetres, turn), journal: journal,
                clock: Clock.now, entrust: entrust)
            return turned(screen, turn)
        } catch {
            plan.discard()
            throw error
        }
    }

    private func screen(at path: String, on output: DRMOutput?) throws(DisplayError) -> any Screen {
        let turn = turn(output, onPrimary: true)
        let candidate = try probe.framebuffer(at: path, on: output)
        let millimetres = output?.connector.millimetres ?? candidate.geometry.millimetres
        do throws(DisplayError) {
            let screen = try FramebufferScreen(
                candidate, region: region(candidate.geometry.size, millimetres, turn), journal: journal,
                note: note)
            return turned(screen, turn)
        } catch {
            candidate.pacer.stop()
            throw error
        }
    }

    private func turn(_ output: DRMOutput?, onPrimary: Bool) -> QuarterTurn {
        rotation.turn(output, onPrimary: onPrimary, console: nodes.consoleRotation)
    }

    private func turned(_ screen: any Screen, _ turn: QuarterTurn) -> any Screen {
        turn == .none ? screen : TurnedScreen(screen, turn)
    }

    /// What the HUD needs of a display, where it comes to lie; it is asked for the screen as its viewers see it.
    private func region(_ size: Size, _ millimetres: Size?, _ turn: QuarterTurn) -> Rect {
        let seen = turn.inverse.turn(size)
        return turn.turn(region(seen, millimetres.map(turn.inverse.turn)), on: seen)
    }

    private func refuse(_ error: DisplayError, _ refusals: inout [DisplayError]) {
        note(error.description)
        refusals.append(error)
    }

    /// The refusal that says most.
    private func nothing(_ refusals: [DisplayError]) -> DisplayError {
        for kind in [DisplayError.Kind.busy, .notPermitted, .failed] {
            if let error = refusals.first(where: { $0.kind == kind }) { return error }
        }
        let reason = refusals.isEmpty ? "" : " (\(refusals.map(\.description).joined(separator: "; ")))"
        return DisplayError(
            .noDisplay, "no display can be used\(reason); to render to a file instead: hud render")
    }
}
