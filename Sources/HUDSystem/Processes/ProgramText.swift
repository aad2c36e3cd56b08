internal import Glibc

/// The code and the constants that this process has used so far, in memory as long as it lasts.
package enum ProgramText {
    /// Gives them back to the kernel, which brings again what is used: of a process that only waits from now on next
    /// to nothing.
    package static func releasePages() {
        // "55d0c0a00000-55d0c0b00000 r-xp 00012000 08:01 1234 /usr/bin/hud", then what of it is in memory. Only where
        // nothing has been changed: that (relocations, for one) would be lost.
        var mapping: (start: UnsafeMutableRawPointer, count: Int)?
        for line in (Files.text("/proc/self/smaps") ?? "").split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 2, words[1].utf8.count == 4, words[0].contains("-") {
                mapping = words.count > 5 && words[1].hasSuffix("p") ? place(words[0]) : nil
            } else if words.count == 3, words[0] == "Anonymous:", words[1] == "0", let mapping {
                madvise(mapping.start, mapping.count, MADV_DONTNEED)
            }
        }
    }

    private static func place(_ words: Substring) -> (start: UnsafeMutableRawPointer, count: Int)? {
        let ends = words.split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else { return nil }
        return (start, Int(ends[1] - ends[0]))
    }
}
