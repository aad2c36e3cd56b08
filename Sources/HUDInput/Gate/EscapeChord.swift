/// A chord, or a key, with which a person gets away from a HUD: input is let go, and the show ends.
public enum EscapeChord: String, Sendable, CaseIterable {
    /// Ctrl+Alt+Fn, which is let through: the console changes.
    case console
    /// Ctrl+Alt+Del, which is let through.
    case reboot
    /// Alt+SysRq with a key, which is let through.
    case sysrq
    /// Backspace, Escape and Enter together, which no other reader hears.
    case panic
    /// A power or sleep key on a keyboard or a remote control, which is let through.
    case power
}
