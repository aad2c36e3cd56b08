internal import HUDPixels
internal import HUDSystem

extension Displays {
    /// Every display of this machine, for `hud doctor`. A card whose display is dark is not opened: that would
    /// light it.
    public static func survey() -> [DisplayReport] {
        survey(ThisSystem())
    }

    package static func survey(_ system: any DisplaySystem) -> [DisplayReport] {
        var survey = Survey(probe: DisplayProbe(system: system, nodes: system.nodes))
        let nodes = survey.probe.nodes
        for card in nodes.cards {
            survey.add(card)
            if let framebuffer = nodes.framebuffer(of: card) { survey.add(framebuffer) }
        }
        for framebuffer in nodes.framebuffers where nodes.card(of: framebuffer) == nil {
            survey.add(framebuffer)
        }
        return survey.reports
    }
}

/// What `auto` would do, tried up to the point where it would change anything.
private struct Survey {
    let probe: DisplayProbe
    var reports: [DisplayReport] = []
    /// Why the framebuffers of cards are not needed, or cannot be used, by path.
    private var framebuffers: [String: String] = [:]

    init(probe: DisplayProbe) {
        self.probe = probe
    }

    mutating func add(_ card: DisplayNodes.Card) {
        let framebuffer = probe.nodes.framebuffer(of: card)
        var title = "\(card.path) (\(card.driver))"
        do throws(DisplayError) {
            let outputs = try probe.outputs(of: card)
            defer { for output in outputs { output.device.close() } }
            title = "\(card.path) (\(outputs[0].device.driver))"
            var verdicts: [DisplayReport.Verdict] = []
            var planes: Set<UInt32> = []
            for output in outputs { verdicts.append(try verdict(on: output, of: card, &planes)) }
            if let framebuffer {
                if verdicts.allSatisfy(\.isChosen) {
                    framebuffers[framebuffer.path] = "usable, not needed: the HUD is shown otherwise"
                } else {
                    verdicts.append(.init("its framebuffer is \(framebuffer.path)", isChosen: false))
                }
            }
            reports.append(
                DisplayReport(title: title, details: Self.details(outputs[0]), verdicts: verdicts))
        } catch {
            if let framebuffer { framebuffers[framebuffer.path] = "not used: " + error.description }
            reports.append(
                DisplayReport(
                    title: title, details: card.connectors.map(\.description),
                    verdicts: [.init("not used: " + error.description, isChosen: false)]))
        }
    }

    /// - Throws: `.busy` where another program is master of the card.
    private func verdict(
        on output: DRMOutput, of card: DisplayNodes.Card, _ planes: inout Set<UInt32>
    ) throws(DisplayError) -> DisplayReport.Verdict {
        let screen = Rect(output.size)
        let middle = Rect(x: screen.width / 2 - 80, y: screen.height / 2 - 80, width: 160, height: 160)
        let refusal: String
        do throws(DisplayError) {
            let plan = try probe.overlay(
                output, of: card, region: middle, except: planes, mustBeTrusted: true)
            defer { plan.discard() }
            planes.insert(plan.settings.plane.id)
            return .init("would be used: " + plan.description, isChosen: true)
        } catch {
            if error.kind == .busy { throw error }
            refusal = error.description
        }
        do throws(DisplayError) {
            let plan = try probe.copies(output, of: card, mustBeFast: true)
            defer { plan.discard() }
            return .init(
                "would be used: \(plan.description), read in \(plan.readTime / 1000) us; \(refusal)",
                isChosen: true)
        } catch {
            if error.kind == .busy { throw error }
            return .init("not used: \(refusal); \(error)", isChosen: false)
        }
    }

    mutating func add(_ framebuffer: DisplayNodes.Framebuffer) {
        var details = ["virtual height \(framebuffer.virtualHeight)"]
        var verdict: DisplayReport.Verdict
        do throws(DisplayError) {
            let device: any FramebufferDevice
            do throws(SystemError) {
                device = try probe.system.openFramebuffer(framebuffer.path)
            } catch {
                throw DisplayError(opening: framebuffer.path, error)
            }
            let geometry = try display { () throws(SystemError) in try device.geometry() }
            details = [
                geometry.description,
                "virtual size \(geometry.virtualSize.width)x\(geometry.virtualSize.height)",
            ]
            _ = try geometry.format()
            verdict = .init("would be used: save-under on \(framebuffer.path)", isChosen: true)
        } catch {
            verdict = .init("not used: " + error.description, isChosen: false)
        }
        if let card = probe.nodes.card(of: framebuffer) {
            details.append("emulated on \(card.path)")
            if verdict.isChosen, let reason = framebuffers[framebuffer.path] {
                verdict = .init(reason, isChosen: false)
            }
        }
        reports.append(
            DisplayReport(
                title: "\(framebuffer.path) (\(framebuffer.driver))", details: details, verdicts: [verdict]))
    }

    /// Connectors, CRTCs and planes of an open card.
    private static func details(_ output: DRMOutput) -> [String] {
        let device = output.device
        var lines = device.connectors().map { connector in
            let size = connector.millimetres.map { ", \($0.width)x\($0.height) mm" } ?? ""
            let state = connector.isConnected ? "connected" : "nothing connected"
            let crtc = connector.crtc == 0 ? ", off" : ", CRTC \(connector.crtc)"
            return "connector \(connector.name): \(state)\(size)\(crtc)"
                + (connector.isNonDesktop ? ", not a desktop display" : "")
        }
        lines += device.crtcs().map { crtc in
            guard let mode = crtc.mode else { return "CRTC \(crtc.id): off" }
            return "CRTC \(crtc.id): \(mode.size.width)x\(mode.size.height) at \(mode.hertz) Hz, "
                + (crtc.isActive ? "lit" : "dark")
        }
        let planes = device.planes()
        for kind in [DRMPlane.Kind.primary, .overlay, .cursor] {
            lines += grouped(planes.filter { $0.kind == kind }, "\(kind)")
        }
        return lines
    }

    /// Planes that have the same, in one line.
    private static func grouped(_ planes: [DRMPlane], _ kind: String) -> [String] {
        var lines: [(text: String, ids: [UInt32])] = []
        for plane in planes {
            let text = describe(plane)
            if let index = lines.firstIndex(where: { $0.text == text }) {
                lines[index].ids.append(plane.id)
            } else {
                lines.append((text, [plane.id]))
            }
        }
        return lines.map { line in
            let ids = line.ids.map(String.init).joined(separator: ", ")
            return "\(kind) plane\(line.ids.count > 1 ? "s" : "") \(ids): \(line.text)"
        }
    }

    private static func describe(_ plane: DRMPlane) -> String {
        var words = [
            "\(plane.formats.count) formats", OverlayPlan.takesLayer(plane) ? "ARGB8888" : "no ARGB8888",
        ]
        for name in ["alpha", "pixel blend mode", "rotation"] where plane[name] != nil { words.append(name) }
        if let zpos = plane["zpos"] { words.append("zpos \(zpos.value)\(zpos.isImmutable ? " fixed" : "")") }
        if plane.state.framebuffer != 0 { words.append("shows a picture on CRTC \(plane.state.crtc)") }
        return words.joined(separator: ", ")
    }
}
