import HUDSystem
import KioskHUD

/// `hud show`: one HUD; returns when it has gone.
enum ShowCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(
            words, taking: HUDOptions.taking + StageOptions.taking, repeating: StageOptions.repeating,
            flags: StageOptions.flags + ["--json"])
        var request = try HUDOptions.request(arguments)
        try StageOptions.apply(arguments, to: &request)

        var records: [InputRecord] = []
        let ending = OneShot.show(request, report: StageOptions.report, record: { records.append($0) })
        let (status, failure) = StageOptions.outcome(ending)
        if arguments.has("--json") {
            StandardStreams.say(ShowReport.json(status: status, failure?.message, records) + "\n")
        }
        if let failure { throw failure }
        return status
    }
}
