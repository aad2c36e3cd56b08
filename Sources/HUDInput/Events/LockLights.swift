internal import CLinux

/// The lights of the lock keys. With each ungrab the kernel sets them as the console has them, also those that a program
/// had set otherwise (drivers/tty/vt/keyboard.c, `kbd_start`).
package enum LockLights {
    /// The packet that puts back what the ungrab has changed; empty where nothing has.
    ///
    /// - Parameters:
    ///   - before: what was lit when the ungrab began.
    ///   - after: what was lit when it had ended.
    package static func restoring(_ before: Set<UInt16>, after: Set<UInt16>) -> [InputEvent] {
        let changed = before.symmetricDifference(after).filter { codes.contains(Int32($0)) }.sorted()
        if changed.isEmpty { return [] }
        return changed.map {
            InputEvent(type: UInt16(EV_LED), code: $0, value: before.contains($0) ? 1 : 0)
        } + [.report]
    }

    private static let codes = [LED_NUML, LED_CAPSL, LED_SCROLLL]
}
