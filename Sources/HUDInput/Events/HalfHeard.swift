/// Keys that only some readers have heard whole. The kernel gives a device back to the programs that read it, and up to
/// 32 ms later to the console.
package enum HalfHeard {
    /// Counts them: keys that went down for programs and perhaps not for the console, and keys that came up for programs
    /// though no reader but this process had heard them go down.
    ///
    /// - Parameters:
    ///   - events: what a program has read since the ungrab began.
    ///   - end: when the ungrab had ended, in microseconds.
    ///   - known: the keys that were down for programs before.
    package static func count(_ events: [InputEvent], until end: Int64, known: Set<UInt16>) -> Int {
        var down = known
        var count = 0
        for event in events where event.isKey && !event.isRepeat {
            if event.value != 0 {
                down.insert(event.code)
                if event.time <= end { count += 1 }
            } else if down.remove(event.code) == nil {
                count += 1
            }
        }
        // Where the kernel had no room for them all, some were heard: how many is not known.
        return events.contains(.dropped) ? max(1, count) : count
    }
}
