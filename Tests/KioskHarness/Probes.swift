import Foundation

extension Kiosk {
    /// Counts how often functions of the kernel are called, by kprobes: commits, wake-ups, writes.
    ///
    /// Times mean nothing on an emulated machine; counts do.
    public func countCalls(of functions: [String], during body: () throws -> Void) throws -> [String: Int] {
        let probes = functions.map { "p:kiosk/\($0) \($0)" }.joined(separator: "\\n")
        try check(
            """
            mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
            cd /sys/kernel/tracing
            echo 0 >events/kiosk/enable 2>/dev/null
            echo >kprobe_events && printf '\(probes)\\n' >>kprobe_events && echo 1 >events/kiosk/enable
            """)
        try body()
        let text = try check(
            """
            cd /sys/kernel/tracing
            cat kprobe_profile
            echo 0 >events/kiosk/enable
            echo >kprobe_events
            """)
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count >= 2 { counts[String(words[0])] = Int(words[1]) }
        }
        return counts
    }

    /// Logs each change of what the planes show while a test runs, without opening the card.
    public func watchPlanes(interval microseconds: Int = 4000) throws -> PlaneWatch {
        let file = "planes.\(UInt32.random(in: 0 ... .max))"
        let job = try start("exec drm-watch /share/\(file) \(microseconds)", until: "watching")
        return PlaneWatch(job: job, path: "\(share)/\(file)")
    }

    /// A log of the planes.
    public struct PlaneWatch: Sendable {
        let job: Job
        let path: String

        /// A change of one plane.
        public struct Change: Equatable, Sendable {
            /// Microseconds of the guest's monotonic clock.
            public var time: Int
            /// The plane's and the framebuffer's numbers; 0 is none.
            public var plane: Int, framebuffer: Int
            /// "WIDTHxHEIGHT+X+Y" on the display.
            public var place: String
        }

        /// The changes so far; the first of each plane is what it showed at the beginning.
        public var changes: [Change] {
            let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
            return text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard words.count == 9, let time = Int(words[0]), let plane = Int(words[2]),
                    let framebuffer = Int(words[4])
                else { return nil }
                return Change(time: time, plane: plane, framebuffer: framebuffer, place: String(words[8]))
            }
        }

        /// Ends the log.
        public func stop() throws { try job.stop() }
    }
}
