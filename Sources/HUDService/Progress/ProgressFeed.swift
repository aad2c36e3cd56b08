internal import HUDDisplay
internal import HUDScene
public import HUDStage
public import HUDSystem

/// A HUD that shows how far something has come, as lines that are read say it.
public struct ProgressFeed {
    /// What is shown, and how; its HUD is the beginning.
    public var request: ShowRequest
    /// What numbers without a sign are parts of; nil: a hundred, or 1 where they have a point.
    public var total: Double?

    /// Until the lines end.
    public init(_ request: ShowRequest) {
        self.request = request
        self.request.duration = .max
    }

    /// Frames a second are enough for anybody.
    private static let period: Int64 = 16_666_667

    /// Reads `input` to its end, or to the line that says so, and returns when the HUD has gone. A signal ends it, too.
    /// What is no progress is passed over, and the first such line reported.
    public func run(input: consuming FileDescriptor, report: @escaping (String) -> Void) -> ShowEnding {
        do throws(SystemError) {
            return try Run(self, input, report).run()
        } catch {
            return .failed(.failed, error.description)
        }
    }

    private final class Run {
        private let feed: ProgressFeed
        private let input: FileDescriptor
        private let report: (String) -> Void
        private let signals: Signals
        private let live: LiveHUD
        private let poller: Poller
        /// A file is always readable, and the kernel does not watch it.
        private let isFile: Bool
        private var reader = LineReader()
        private var hud: HUD
        private var isStale = false
        private var nextUpdate: Int64 = 0
        private var number = 0
        private var hasComplained = false

        init(
            _ feed: ProgressFeed, _ input: consuming FileDescriptor, _ report: @escaping (String) -> Void
        ) throws(SystemError) {
            let signals = try Signals(Signals.ending)
            let live = LiveHUD(feed.request, report: report)
            let poller = try Poller()
            if let descriptor = live.descriptor { try poller.add(descriptor) }
            try poller.add(signals.descriptor)
            var isFile = false
            do throws(SystemError) { try poller.add(input.raw) } catch { isFile = true }
            self.feed = feed
            self.input = input
            self.report = report
            self.signals = signals
            self.live = live
            self.poller = poller
            self.isFile = isFile
            hud = feed.request.hud
        }

        func run() throws(SystemError) -> ShowEnding {
            while live.ending == nil {
                let now = Clock.now()
                if isStale && now >= nextUpdate {
                    live.update(hud)
                    isStale = false
                    nextUpdate = now + ProgressFeed.period
                }
                var isReadable = isFile
                for event in try poller.wait(until: isFile ? now : isStale ? nextUpdate : nil) {
                    if event.descriptor == live.descriptor {
                        live.takeEvent()
                    } else if event.descriptor == signals.descriptor {
                        guard let signal = signals.next() else { continue }
                        live.finish()
                        return .interrupted(signal: signal)
                    } else {
                        isReadable = true
                    }
                }
                if isReadable, try !take() {
                    if isStale { live.update(hud) }
                    return live.finish()
                }
            }
            return live.ending ?? .gone
        }

        /// Takes what has come; false where that was the end.
        private func take() throws(SystemError) -> Bool {
            let (lines, isOpen) = try reader.read(from: input)
            for text in lines {
                number += 1
                guard let line = ProgressLine(text, total: feed.total) else {
                    complain(text)
                    continue
                }
                if line.isLast { return false }
                if let part = line.part { hud.kind = .progress(part) }
                if let label = line.label { hud.label = label }
                isStale = true
            }
            return isOpen
        }

        private func complain(_ text: String) {
            if hasComplained || text.allSatisfy(\.isWhitespace) { return }
            hasComplained = true
            report("line \(number) is no progress, and passed over: \"\(text.prefix(40))\"")
        }
    }
}
