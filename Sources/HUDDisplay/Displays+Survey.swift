internal import HUDPixels
internal import HUDSystem

extension Displays {
    /// Every display of this machine, for `hud doctor`. A card whose display is dark is not opened: that would
    /// light it.
    public static func survey() -> [DisplayReport] {
        survey(ThisSystem())
    }

    package static func survey(_ system: any DisplaySystem) -> [DisplayReport] {
        var survey = Survey(probe: DisplayProbe(system: system))
        for card in system.nodes.cards {
            survey.add(card)
            if let framebuffer = system.nodes.framebuffer(of: card) { survey.add(framebuffer) }
        }
        for framebuffer in system.nodes.framebuffers where system.nodes.card(of: framebuffer) == nil {
            survey.add(framebuffer)
        }
        return survey.reports
    }
}

/// What `auto` would do, tried up to the point where it would change anything.
private struct Survey {
    let probe: DisplayProbe
    var reports: [DisplayReport] = []
    private var isChosen = false
    /// Why the framebuffers of cards cannot be used, by path; nil: they can.
    private var framebuffers: [String: String?] = [:]
    /// Somebody has a display that is lit: nothing else is taken.
    private var busy: String?

    init(probe: DisplayProbe) {
        self.probe = probe
    }

    mutating func add(_ card: DisplayNodes.Card) {
        let framebuffer = probe.system.nodes.framebuffer(of: card)
        var details: [String] = []
        var title = "\(card.path) (\(card.driver))"
        var verdict: String
        var isUsable = false
        do throws(DisplayError) {
            let output = try probe.output(of: card)
            defer { output.device.close() }
            title = "\(card.path) (\(output.device.driver))"
            details = Self.details(output)
            if let framebuffer { framebuffers.updateValue(nil, forKey: framebuffer.path) }
            let screen = Rect(output.size)
            let middle = Rect(x: screen.width / 2 - 80, y: screen.height / 2 - 80, width: 160, height: 160)
            do throws(DisplayError) {
                let plan = try probe.overlay(output, of: card, region: middle)
                verdict = plan.description
                isUsable = true
                plan.discard()
            } catch {
                if error.kind == .busy { throw error }
                let refusal = error.description
                do throws(DisplayError) {
                    let plan = try probe.copies(output, of: card, mustBeFast: true)
                    verdict = "\(plan.description), read in \(plan.readTime / 1000) us; \(refusal)"
                    isUsable = true
                    plan.discard()
                } catch {
                    if error.kind == .busy { throw error }
                    verdict = refusal + "; " + error.description
                }
                if let framebuffer { verdict += "; its framebuffer is \(framebuffer.path)" }
            }
        } catch {
            verdict = error.description
            details = card.connectors.map(\.description)
            if let framebuffer { framebuffers.updateValue(error.description, forKey: framebuffer.path) }
            if error.kind == .busy { busy = busy ?? error.description }
        }
        append(title, details, verdict, isUsable)
    }

    mutating func add(_ framebuffer: DisplayNodes.Framebuffer) {
        var details = ["virtual height \(framebuffer.virtualHeight)"]
        var verdict: String
        var isUsable = false
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
            verdict = "save-under on \(framebuffer.path)"
            isUsable = true
        } catch {
            verdict = error.description
        }
        if let card = probe.system.nodes.card(of: framebuffer) {
            details.append("emulated on \(card.path)")
            if let known = framebuffers[framebuffer.path], let reason = known {
                verdict = reason
                isUsable = false
            }
        }
        append("\(framebuffer.path) (\(framebuffer.driver))", details, verdict, isUsable)
    }

    private mutating func append(
        _ title: String, _ details: [String], _ verdict: String, _ isUsable: Bool
    ) {
        let takes = isUsable && !isChosen && busy == nil
        isChosen = isChosen || takes
        let prefix = takes ? "would be used: " : isUsable ? "usable, not needed: " : "not used: "
        reports.append(
            DisplayReport(title: title, details: details, verdict: prefix + verdict, isChosen: takes))
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
