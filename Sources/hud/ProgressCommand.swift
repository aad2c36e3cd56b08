import HUDScene
import HUDSystem
import KioskHUD

/// `hud progress`: numbers on standard input drive a bar, ring or pie.
enum ProgressCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        var request = try HUDOptions.request(arguments, usually: .progress(0))
        try StageOptions.apply(arguments, to: &request)
        // An input that ends at once is seen for longer than one frame.
        if arguments.text("--least") == nil { request.least = request.look.stay }
        var feed = ProgressFeed(request)
        feed.total = try arguments.value("--max", "a number above 0") { text in
            Notation.decimal(text).flatMap { $0 > 0 ? $0 : nil }
        }
        let ending: ShowEnding
        if let path = arguments.text("--fifo") {
            ending = try run(feed, fifo: path)
        } else {
            ending = feed.run(
                input: FileDescriptor(owning: 0, path: "standard input"), report: Report.line)
        }
        let (status, failure) = StageOptions.outcome(ending)
        if let failure { throw failure }
        return status
    }

    /// Reads from a FIFO, which is removed at the end if it was not there before.
    private static func run(_ feed: ProgressFeed, fifo path: String) throws(Failure) -> ShowEnding {
        do throws(SystemError) {
            let isNew = try NamedPipe.make(path)
            defer { if isNew { NamedPipe.remove(path) } }
            return feed.run(input: try NamedPipe.open(path), isShared: true, report: Report.line)
        } catch {
            let code =
                error.isPermission
                ? ExitCode.notPermitted : error.isMissing ? ExitCode.noInput : ExitCode.inputOutput
            throw Failure(code, error.description)
        }
    }
}
