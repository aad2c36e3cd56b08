internal import HUDPixels
internal import HUDSystem

/// Takes for each display the first way that works, in the order of how little each disturbs.
struct DisplayChooser {
    let probe: DisplayProbe
    let journal: Journal
    let region: (Size, Size?) -> Rect
    let rotation: Rotation
    /// Gets the card that a part of the journal needs; nil: no more.
    let shareCard: (_ card: Int32?, _ part: Int) -> Void
    let note: (String) -> Void
    /// What is shown on already.
    let present: [OpenDisplay]
    /// Which cards and framebuffers are looked at.
    let isWanted: (String) -> Bool

    private(set) var opened: [OpenDisplay] = []
    /// Why others were not.
    private(set) var refusals: [DisplayError] = []

    init(
        probe: DisplayProbe, journal: Journal, region: @escaping (Size, Size?) -> Rect, rotation: Rotation,
        shareCard: @escaping (_ card: Int32?, _ part: Int) -> Void, note: @escaping (String) -> Void,
        present: [OpenDisplay], isWanted: @escaping (String) -> Bool
    ) {
        self.probe = probe
        self.journal = journal
        self.region = region
        self.rotation = rotation
        self.shareCard = shareCard
        self.note = note
        self.present = present
        self.isWanted = isWanted
    }

    private var nodes: DisplayNodes { probe.nodes }
    private var all: [OpenDisplay] { present + opened }

    mutating func open(_ choice: DisplayChoice) throws(DisplayError) {
        switch choice {
        case .plane(let card):
            try onCards(card) { (chooser, output, card) throws(DisplayError) in
                // Who asks for it gets it, however it blends.
                try chooser.screen(over: output, of: card, mustBeTrusted: false)
            }
        case .copies(let card):
            // Who asks for it gets it, at whatever rate the memory allows.
            try onCards(card) { (chooser, output, card) throws(DisplayError) in
                try chooser.screen(insteadOf: output, of: card, mustBeFast: false)
            }
        case .framebuffer(let path): try framebuffers(path)
        case .borrowed(let descriptor): try planes(by: descriptor)
        default: best()
        }
    }

    /// For each lit output a plane, else copies of its picture, else its framebuffer; and each framebuffer without a
    /// card.
    private mutating func best() {
        for card in nodes.cards where isWanted(card.path) {
            do throws(DisplayError) {
                try best(on: card)
            } catch {
                refusals.append(error)
            }
        }
        for framebuffer in nodes.framebuffers
        where nodes.card(of: framebuffer) == nil && probe.outputName == nil && isWanted(framebuffer.path) {
            do throws(DisplayError) {
                opened.append(try screen(at: framebuffer.path, on: nil))
            } catch {
                refusals.append(error)
            }
        }
    }

    private mutating func best(on card: DisplayNodes.Card) throws(DisplayError) {
        let outputs = try probe.outputs(of: card, except: all.crtcs(on: card.path))
        var refused: [DRMOutput] = []
        for (index, output) in outputs.enumerated() {
            do throws(DisplayError) {
                guard let display = try onPlaneOrCopies(output, card) else {
                    refused.append(output)
                    continue
                }
                opened.append(display)
            } catch {
                for output in refused + outputs[index...] { output.device.close() }
                throw error
            }
        }
        if !refused.isEmpty { try drawBelow(refused, card) }
    }

    private func onPlaneOrCopies(
        _ output: DRMOutput, _ card: DisplayNodes.Card
    ) throws(DisplayError) -> OpenDisplay? {
        for isSecond in [false, true] {
            do throws(DisplayError) {
                return try isSecond
                    ? screen(insteadOf: output, of: card, mustBeFast: true)
                    : screen(over: output, of: card, mustBeTrusted: true)
            } catch {
                guard error.kind == .noDisplay else { throw error }
                note(error.description)
            }
        }
        return nil
    }

    /// Draws on the framebuffer that outputs show for which there is no other way. Others may show the same one, and
    /// would have the HUD twice.
    private mutating func drawBelow(
        _ outputs: [DRMOutput], _ card: DisplayNodes.Card
    ) throws(DisplayError) {
        for output in outputs.dropFirst() { output.device.close() }
        guard let framebuffer = nodes.framebuffer(of: card) else {
            outputs[0].device.close()
            throw DisplayError(.noDisplay, "\(card.path) has no framebuffer device")
        }
        let shown = Set(outputs.map(\.crtc.framebuffer))
        func isSame(_ display: OpenDisplay) -> Bool {
            display.card == card.path && display.outputs.contains { shown.contains($0.crtc.framebuffer) }
        }
        if present.contains(where: isSame) {
            outputs[0].device.close()
            throw DisplayError(
                .noDisplay, "\(framebuffer.path) is shown by an output that carries the HUD already")
        }
        var display = try screen(at: framebuffer.path, on: outputs[0])
        display.outputs = outputs
        for other in opened where isSame(other) {
            try? other.screen.giveBack()
            shareCard(nil, other.part.number)
            display.outputs += other.outputs
        }
        opened.removeAll(where: isSame)
        opened.append(display)
    }

    private mutating func onCards(
        _ path: String?,
        _ open: (DisplayChooser, DRMOutput, DisplayNodes.Card) throws(DisplayError) -> OpenDisplay
    ) throws(DisplayError) {
        let path = path.map { Files.resolved($0) ?? $0 }
        let cards = nodes.cards.filter { path == nil || $0.path == path }
        if let path, cards.isEmpty { throw DisplayError(.noDisplay, "there is no card \(path)") }
        for card in cards where isWanted(card.path) {
            do throws(DisplayError) {
                for output in try probe.outputs(of: card, except: all.crtcs(on: card.path)) {
                    do throws(DisplayError) {
                        opened.append(try open(self, output, card))
                    } catch {
                        output.device.close()
                        refusals.append(error)
                    }
                }
            } catch {
                refusals.append(error)
            }
        }
    }

    private mutating func framebuffers(_ path: String?) throws(DisplayError) {
        let path = path.map { Files.resolved($0) ?? $0 }
        let known = nodes.framebuffers.filter {
            (path == nil || $0.path == path) && (probe.outputName == nil || nodes.card(of: $0) != nil)
        }
        // Only sysfs tells whether a framebuffer is shown.
        if let path, known.isEmpty { throw DisplayError(.noDisplay, "there is no framebuffer \(path)") }
        for framebuffer in known {
            let card = nodes.card(of: framebuffer)
            guard isWanted(framebuffer.path) || card.map({ isWanted($0.path) }) == true,
                !all.contains(where: { $0.framebuffer == framebuffer.path })
            else { continue }
            do throws(DisplayError) {
                // What is drawn there is seen only while the card is lit and no program is its master.
                let outputs =
                    try card.map { (card) throws(DisplayError) in try probe.outputs(of: card) } ?? []
                for output in outputs.dropFirst() { output.device.close() }
                var display = try screen(at: framebuffer.path, on: outputs.first)
                display.outputs = outputs
                opened.append(display)
            } catch {
                refusals.append(error)
            }
        }
    }

    /// Nothing but planes: the picture is the owner's.
    private mutating func planes(by descriptor: Int32) throws(DisplayError) {
        for output in try probe.outputs(by: descriptor) {
            let device = output.device
            do throws(DisplayError) {
                let turn = turn(output, isAbove: true)
                let rect = region(output.size, output.connector.millimetres, turn)
                let plan = try OverlayPlan.find(output, region: rect, except: all.planes(on: device.path))
                let display = try screen(plan, turn)
                // Only by the lease can a plane's properties be set as they were.
                if device.access == .lease { shareCard(device.descriptor, display.part.number) }
                opened.append(display)
            } catch {
                device.close()
                refusals.append(error)
            }
        }
    }

    // MARK: -

    private func screen(
        over output: DRMOutput, of card: DisplayNodes.Card, mustBeTrusted: Bool
    ) throws(DisplayError) -> OpenDisplay {
        let turn = turn(output, isAbove: true)
        let rect = region(output.size, output.connector.millimetres, turn)
        return try screen(
            try probe.overlay(
                output, of: card, region: rect, except: all.planes(on: card.path),
                mustBeTrusted: mustBeTrusted), turn)
    }

    private func screen(_ plan: OverlayPlan, _ turn: QuarterTurn) throws(DisplayError) -> OpenDisplay {
        do throws(DisplayError) {
            let part = try journal.freePart()
            let screen = try KMSOverlayScreen(plan, journal: part, clock: Clock.now)
            return OpenDisplay(
                screen: turned(screen, turn), part: part, card: plan.output.device.path,
                outputs: [plan.output], plane: plan.settings.plane.id)
        } catch {
            plan.discard()
            throw error
        }
    }

    private func screen(
        insteadOf output: DRMOutput, of card: DisplayNodes.Card, mustBeFast: Bool
    ) throws(DisplayError) -> OpenDisplay {
        let part = try journal.freePart()
        let plan = try probe.copies(output, of: card, mustBeFast: mustBeFast)
        let turn = turn(output, isAbove: false)
        do throws(DisplayError) {
            let screen = try KMSPrimaryScreen(
                plan, region: region(output.size, output.connector.millimetres, turn), journal: part,
                clock: Clock.now, shareCard: { shareCard($0, part.number) })
            return OpenDisplay(
                screen: turned(screen, turn), part: part, card: card.path, outputs: [output])
        } catch {
            plan.discard()
            throw error
        }
    }

    private func screen(at path: String, on output: DRMOutput?) throws(DisplayError) -> OpenDisplay {
        let turn = turn(output, isAbove: false)
        let plan = try probe.framebuffer(at: path, on: output)
        do throws(DisplayError) {
            let part = try journal.freePart()
            let screen = try FramebufferScreen(
                plan, region: region(plan.size, plan.millimetres, turn),
                journal: part,
                note: note)
            return OpenDisplay(
                screen: turned(screen, turn), part: part, card: output?.device.path,
                outputs: output.map { [$0] } ?? [], framebuffer: path)
        } catch {
            plan.discard()
            throw error
        }
    }

    private func turn(_ output: DRMOutput?, isAbove: Bool) -> QuarterTurn {
        // What fbcon says is about the console's framebuffer, which is the first one unless an administrator moves it. A
        // card that another program is master of does not show it.
        var console = nodes.consoleRotation
        if let output {
            let card = nodes.cards.first { $0.path == output.device.path }
            let framebuffer = card.flatMap(nodes.framebuffer)
            if let framebuffer, framebuffer != nodes.framebuffers.first { console = nil }
            if output.device.access != .own, output.connector.orientation != nil { console = nil }
        }
        return rotation.turn(output, isAbove: isAbove, console: console)
    }

    private func turned(_ screen: any Screen, _ turn: QuarterTurn) -> any Screen {
        turn == .none ? screen : TurnedScreen(screen, turn)
    }

    /// What the HUD needs of a display, where it comes to lie; it is asked for the screen as its viewers see it.
    private func region(_ size: Size, _ millimetres: Size?, _ turn: QuarterTurn) -> Rect {
        let seen = turn.inverse.turn(size)
        return turn.turn(region(seen, millimetres.map(turn.inverse.turn)), on: seen)
    }
}
