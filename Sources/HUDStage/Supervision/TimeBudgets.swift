internal import HUDDisplay

/// How long the processes of a show or a gate may take for what, in nanoseconds. Each time of the process that supervises is
/// longer than what the supervised one may take within it.
///
/// A time that is over is no proof that a process hangs: it is looked at once more after `secondLook`, and while it has
/// used processor time meanwhile it is only slow, as on a machine that is busy.
package enum TimeBudgets {
    private static let millisecond: Int64 = 1_000_000
    private static let second: Int64 = 1_000_000_000

    // The supervised process.

    /// How long the word that the HUD has gone waits for input to flow again.
    package static let inputToFlow = 250 * millisecond
    /// The same where the caller wants to know what became of input: held scans are delivered first.
    package static let inputToBeDelivered = 5 * second
    /// How long a device may be waited for without a sign of life after the last word.
    package static let alone = 5 * second
    /// How long the process that asks every second may be silent. A user who has stopped it (Ctrl+Z) wants to type.
    package static let silence = 4 * second
    /// How long a last word waits for room.
    package static let lastWord = 10 * second

    // The process that supervises.

    /// From the start to the first frame: opening devices, drawing.
    package static let opening = 10 * second
    /// From the word to leave, or the end of the show's time, to the last word, beside what each display takes.
    package static let leaving = 550 * millisecond + inputToFlow
    /// The same, where input is to be delivered.
    package static let delivering = inputToBeDelivered + leaving
    /// How often a process without an end of its own is asked whether it is there.
    package static let question = second
    /// How long it has to answer.
    package static let answer = 3 * second
    /// After a time is over: whether it works is seen by the processor time that it uses meanwhile.
    package static let secondLook = second / 2
    /// A process that uses the processor but never comes to an end hangs, too.
    package static let atMost = 60 * second
    /// How long the kernel has to end a process that was killed.
    package static let kill = 2 * second
    /// How long a command waits for devices to be held off.
    package static let holding = 1500 * millisecond

    /// From the word to leave to the last word, with the HUD on so many displays.
    static func leaving(displays: Int) -> Int64 { leaving + Int64(displays) * Displays.giveBackLimit }
}
