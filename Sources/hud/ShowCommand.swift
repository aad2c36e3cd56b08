import HUDSystem
import KioskHUD

/// `hud show`: one HUD; returns when it has gone.
enum ShowCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        var request = try HUDOptions.request(arguments)
        try StageOptions.apply(arguments, to: &request)
        request.wantsRecords = arguments.has("--json")

        var records: [InputRecord] = []
        let ending = OneShot.show(request, report: Report.line, record: { records.append($0) })
        let (status, failure) = StageOptions.outcome(ending)
        if request.wantsRecords {
            try Report.print(ShowReport.json(status: status, failure?.message, records) + "\n")
        }
        if let failure { throw failure }
        return status
    }
}
