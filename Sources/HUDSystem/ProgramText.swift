internal import Glibc

/// The machine code that this process has run so far, in memory as long as it lasts.
public enum ProgramText {
    /// Gives it back to the kernel, which brings what is run again: of a process that only waits from now on next to
    /// nothing.
    public static func letGo() {
        // "55d0c0a00000-55d0c0b00000 r-xp 00012000 08:01 1234 /usr/bin/hud"; only what is never written: relocated
        // pages would come back without their relocations.
        for line in (Files.text("/proc/self/maps") ?? "").split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6, words[1] == "r-xp", words[5].contains("/") else { continue }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else { continue }
            madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}
