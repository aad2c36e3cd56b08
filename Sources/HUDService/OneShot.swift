public import HUDDisplay
public import HUDInput
public import HUDStage
internal import HUDSystem

/// Shows one HUD without a service: the newest wins, the one before it is asked to leave.
public enum OneShot {
    /// How long the HUD on the screen has to leave.
    private static let patience: Int64 = 2_000_000_000
    private static let retry: Int64 = 5_000_000

    /// Shows `request` and returns when it has gone.
    ///
    /// - Parameters:
    ///   - request: what, how and where.
    ///   - report: gets lines for the user.
    ///   - record: gets what became of each input device.
    public static func show(
        _ request: ShowRequest, report: @escaping (String) -> Void, record: (InputRecord) -> Void = { _ in }
    ) -> ShowEnding {
        show(request, for: nil, report: report, record: record)
    }

    /// The same in a process of its own, for the process that changes the HUD meanwhile; returns the exit status.
    static func perform(_ request: ShowRequest, for client: Supervisor) -> Int32 {
        let ending = show(
            request, for: client, report: { client.send(.notice($0)) }, record: { client.send(.input($0)) })
        client.send(.ended(ending))
        client.flush(until: Clock.now() + TimeBudgets.lastWord)
        return 0
    }

    private static func show(
        _ request: ShowRequest, for client: Supervisor?, report: @escaping (String) -> Void,
        record: (InputRecord) -> Void
    ) -> ShowEnding {
        do throws(DisplayError) {
            let directory = try runtimeDirectory()
            let lock = try takeDisplay(in: directory)
            let journal = try Journal.open(directory: directory)
            do throws(SystemError) {
                let leaveSocket = try LeaveSocket.listen(in: directory)
                let ending = try Front.show(
                    request, lock: lock, journal: journal, leaveSocket: leaveSocket, client: client,
                    report: report, record: record)
                // Until here: what Front puts back itself must not meet another HUD.
                withExtendedLifetime(lock) {}
                return ending
            } catch {
                return .failed(.failed, error.description)
            }
        } catch {
            return .failed(error.kind, error.description)
        }
    }

    /// Puts back what two killed processes left; returns what there was to do.
    public static func restore() throws(DisplayError) -> String {
        let directory = try runtimeDirectory()
        // A killed process may take a moment to die; one that lives is not asked to leave.
        let lock = try takeDisplay(in: directory, asking: false)
        let repair = try Journal.open(directory: directory).repair()
        withExtendedLifetime(lock) {}
        return repair.description
    }

    private static func runtimeDirectory() throws(DisplayError) -> String {
        do throws(SystemError) {
            return try RuntimeDirectory.locate()
        } catch {
            throw DisplayError(
                error.isPermission || error.isMissing ? .notPermitted : .failed,
                "\(error); \(RuntimeDirectory.remedy)")
        }
    }

    private static func takeDisplay(in directory: String, asking: Bool = true) throws(DisplayError)
        -> DisplayLock
    {
        let deadline = Clock.now() + patience
        var nextCall = Int64.min
        do throws(SystemError) {
            while true {
                if let lock = try DisplayLock(in: directory) { return lock }
                let now = Clock.now()
                guard now < deadline else { break }
                if asking, now >= nextCall {
                    LeaveSocket.ask(in: directory)
                    nextCall = now + 100_000_000
                }
                Clock.sleep(until: now + retry)
            }
        } catch {
            throw DisplayError(error.isPermission ? .notPermitted : .failed, error.description)
        }
        throw DisplayError(.busy, "another HUD is on the screen; try again when it has left")
    }
}
