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

    /// What is read as the same again.
    package var text: String {
        switch self {
        case .auto: "auto"
        case .fixed(.none): "0"
        case .fixed(.right): "90"
        case .fixed(.half): "180"
        case .fixed(.left): "270"
        }
    }

    /// The turn of a HUD that is drawn into the picture of an output, and of one on a plane above it.
    ///
    /// Of itself it is turned as the picture below: that one is drawn turned by the console (fbcon), and the primary
    /// plane can turn it once more on its way to the glass. How the panel says that it is mounted counts only where no
    /// console says more: the kernel has obeyed it, and the command line (`video=...,rotate=180`), already, in one of
    /// the two ways (`drm_client_rotation`, `drm_setup_crtcs_fb`), and to obey it again would turn the HUD alone.
    ///
    /// - Parameters:
    ///   - output: nil: a framebuffer without a card.
    ///   - console: fbcon's rotation; nil: no console is shown there.
    func turn(_ output: DRMOutput?, isAbove: Bool, console: String?) -> QuarterTurn {
        if case .fixed(let turn) = self { return turn }
        let hardware = output?.primaryPlane?.turn ?? .none
        let drawn = Self.console(console) ?? (hardware == .none ? Self.mounted(output?.connector) : .none)
        return isAbove ? drawn.followed(by: hardware) : drawn
    }

    private static func console(_ rotation: String?) -> QuarterTurn? {
        switch rotation {
        case "0": QuarterTurn.none  // FB_ROTATE_UR
        case "1": .right  // FB_ROTATE_CW
        case "2": .half  // FB_ROTATE_UD
        case "3": .left  // FB_ROTATE_CCW
        default: nil
        }
    }

    private static func mounted(_ connector: DRMConnector?) -> QuarterTurn {
        switch connector?.orientation {
        case "Upside Down": .half
        case "Left Side Up": .left
        case "Right Side Up": .right
        default: .none
        }
    }
}

extension DRMOutput {
    /// The plane that shows the picture below; nil where the driver tells of none.
    var primaryPlane: DRMPlane? {
        device.planes().first { $0.kind == .primary && $0.state.crtc == crtc.id }
    }
}

extension DRMPlane {
    /// How the hardware turns what the plane shows. Mirrored both ways is upside down.
    var turn: QuarterTurn {
        let turn: QuarterTurn =
            // The kernel counts counterclockwise.
            if has("rotate-90") { .left } else if has("rotate-180") { .half } else if has("rotate-270") {
                .right
            } else { .none }
        return has("reflect-x") && has("reflect-y") ? turn.followed(by: .half) : turn
    }

    /// The hardware shows it as in a mirror.
    var isMirrored: Bool { has("reflect-x") != has("reflect-y") }

    /// Whether the rotation has this bit.
    private func has(_ name: String) -> Bool {
        guard let rotation = self["rotation"], let bit = rotation.names[name], bit < 64 else { return false }
        return rotation.value & (1 << bit) != 0
    }
}
