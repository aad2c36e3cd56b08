// show-probe DISPLAY shows N | DISPLAY frames N | DISPLAY steps N: shows through the library in one process. `shows` makes N short
// shows one after the other and prints what the process holds after a tenth of them and at the end; `frames` makes
// one show of N different frames and prints how long that took; `steps` waits between them. For the virtual kiosk.

import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import ProbeShow

struct Probe {
    let choice: DisplayChoice
    let journal: Journal
    let layer = ProbeShow.layer()

    init(_ display: String) throws {
        guard let choice = DisplayChoice(display) else { fatalError("no display: \(display)") }
        self.choice = choice
        let folder = "/dev/shm/show-probe"
        Files.makeFolder(folder)
        journal = try Journal.open(directory: folder)
    }

    /// Shows `count` frames, each when the one before is on glass; returns the nanoseconds from the first to the last.
    func show(_ count: Int, pause: Int64 = 0) throws -> Int64 {
        var placement = Placement()
        placement.display = choice
        let displays = Displays(
            placement, journal: journal, region: { size, _ in ProbeShow.region(on: size) },
            shareCard: { _, _ in },
            note: { line, isDetail in if !isDetail { print(line) } })
        try displays.open()
        let poller = try Poller()
        let screen = displays.screens[0]
        let descriptor = screen.descriptor
        if let descriptor { try poller.add(descriptor) }
        var (first, last): (Int64?, Int64) = (nil, 0)
        for index in 0..<count {
            while screen.nextFrame > Clock.now() {
                if try !poller.wait(until: screen.nextFrame).isEmpty { try screen.drain() }
            }
            last = screen.glassTime(at: Clock.now())
            first = first ?? last
            try screen.present(layer, ProbeShow.pose(index, of: count, on: screen.size))
            if pause > 0 { Clock.sleep(until: Clock.now() + pause) }
        }
        // The last one is on glass before it goes.
        Clock.sleep(until: last + 20_000_000)
        if let descriptor { poller.remove(descriptor) }
        try displays.giveBack()
        try journal.finish()
        return last - first!
    }

    /// Descriptors, kilobytes in memory, and maps.
    func report(_ number: Int) {
        let descriptors = Files.names(in: "/proc/self/fd").count
        let pages = Files.text("/proc/self/statm")!.split(separator: " ").compactMap { Int($0) }
        let maps = Files.text("/proc/self/maps")!.split(separator: "\n").count
        print("show \(number) descriptors \(descriptors) memory \(pages[1] * 4) maps \(maps)")
    }
}

let words = CommandLine.arguments
guard words.count == 4, let count = Int(words[3]) else {
    fatalError("show-probe DISPLAY shows|frames|steps N")
}
let probe = try Probe(words[1])
if words[2] == "steps" {
    _ = try probe.show(count, pause: 100_000_000)
} else if words[2] == "frames" {
    print("frames \(count) nanoseconds \(try probe.show(count))")
} else {
    for number in 1...count {
        _ = try probe.show(4)
        if number == max(1, count / 10) || number == count { probe.report(number) }
    }
}
