internal import CLinux

/// What a device can say.
package struct Capabilities: Equatable, Sendable {
    package let keys: CodeSet
    package let relativeAxes: CodeSet
    package let absoluteAxes: CodeSet
    package let switches: CodeSet
    package let properties: CodeSet

    package init(
        keys: CodeSet, relativeAxes: CodeSet, absoluteAxes: CodeSet, switches: CodeSet, properties: CodeSet
    ) {
        self.keys = keys
        self.relativeAxes = relativeAxes
        self.absoluteAxes = absoluteAxes
        self.switches = switches
        self.properties = properties
    }

    /// What it is.
    package var kind: InputKind {
        if keys.containsAny(of: Self.typing) { return .keyboard }
        if isTouch { return properties.contains(INPUT_PROP_POINTER) ? .pointer : .touch }
        if keys.containsAny(of: BTN_MOUSE...BTN_TASK) || keys.contains(BTN_TOOL_PEN) { return .pointer }
        return relativeAxes.isEmpty ? .other : .pointer
    }

    /// Why it is left alone, in a few words; nil where it is held off.
    package var reasonToPass: String? {
        guard relativeAxes.isEmpty, !isTouch else { return nil }
        if keys.codes.contains(where: { !Self.power.contains(Int32($0)) }) { return nil }
        if keys.contains(KEY_POWER) || keys.contains(KEY_POWER2) { return "power key" }
        if !keys.isEmpty { return "sleep key" }
        if switches.contains(SW_LID) { return "lid switch" }
        return switches.isEmpty ? "no keys, buttons or touch" : "switches"
    }

    /// Fingers have slots (protocol B).
    package var hasSlots: Bool { absoluteAxes.contains(ABS_MT_SLOT) }

    /// Fingers or a pen on a surface.
    private var isTouch: Bool {
        absoluteAxes.contains(ABS_MT_POSITION_X)
            || absoluteAxes.contains(ABS_X) && keys.contains(BTN_TOUCH)
    }

    /// Keys that write something, or end what is being written.
    private static let typing =
        Array(KEY_ESC...KEY_SPACE).filter { !modifiers.contains($0) }
        + Array(KEY_KP7...KEY_KPDOT) + [KEY_KPENTER]
    private static let modifiers = [KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT]
    private static let power = [KEY_POWER, KEY_POWER2, KEY_SLEEP, KEY_SUSPEND, KEY_WAKEUP]
}
