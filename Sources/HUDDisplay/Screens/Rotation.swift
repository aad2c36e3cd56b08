public import HUDPixels
internal import HUDSystem

/// How the HUD is turned on a display, as `--rotate` says it.
public enum Rotation: Equatable, Sendable {
    /// As the panel is mounted (the connector's "panel orientation"), else as the console's text is.
    case auto
    /// So, whatever the display says.
    case fixed(QuarterTurn)

    /// Reads `auto`, or clockwise degrees: `0`, `90`, `180`, `270`; nil where it is none of these.
    public init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "0": self = .fixed(.none)
        case "90": self = .fixed(.right)
        case "180": self = .fixed(.half)
        case "270": self = .fixed(.left)
        default: return nil
        }
    }

    /// The turn for what is drawn on `output`; nil: a framebuffer without a card. `console` is fbcon's rotation.
    /// What goes onto the primary plane may be turned by the hardware already.
    func turn(_ output: DRMOutput?, onPrimary: Bool, console: String?) -> QuarterTurn {
        if case .fixed(let turn) = self { return turn }
        guard let output, let orientation = output.connector.orientation else {
            // FB_ROTATE_UR, FB_ROTATE_CW, FB_ROTATE_UD, FB_ROTATE_CCW
            return ["1": .right, "2": .half, "3": .left][console ?? ""] ?? .none
        }
        if onPrimary, Self.isTurnedByHardware(output) { return .none }
        return switch orientation {
        case "Upside Down": .half
        case "Left Side Up": .left
        case "Right Side Up": .right
        default: .none
        }
    }

    private static func isTurnedByHardware(_ output: DRMOutput) -> Bool {
        let primary = output.device.planes().first {
            $0.kind == .primary && $0.state.crtc == output.crtc.id
        }
        guard let rotation = primary?["rotation"], let upright = rotation.names["rotate-0"] else {
            return false
        }
        return rotation.value != 0 && rotation.value & (1 << upright) == 0
    }
}
