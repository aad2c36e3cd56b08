public import HUDDisplay
public import HUDInput
public import HUDStage
internal import HUDSystem

/// Shows one HUD without a service: the newest wins, the one before it is asked to leave.
public enum OneShot {
    /// How long the HUD on the screen has to leave.
    private static let patience: Int64 = 2_000_000_000
    private static let retry: Int64 = 5_000_000

    /// Shows `request` and returns when it has gone; a `director` may change it meanwhile, `report` gets lines for the user, `record` what became of each
    /// input device.
    public static func show(
        _ request: ShowRequest, director: ShowClient? = nil, report: (String) -> Void,
        record: (InputRecord) -> Void = { _ in }
    ) -> ShowEnding {
        do throws(DisplayError) {
            let directory = try runtimeDirectory()
            let lock = try takeDisplay(in: directory)
            let journal = try Journal.open(directory: directory)
            do throws(SystemError) {
                let doorbell = try LeaveSocket.hang(in: directory)
                let ending = try Front.show(
                    request, lock: lock, journal: journal, doorbell: doorbell, director: director,
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
                "\(error)"
                    + (Caller.isRoot
                        ? "; /run must be there and writable, or XDG_RUNTIME_DIR name a folder that is"
                        : "; root makes it with: install -d -m 2770 -g video \(RuntimeDirectory.shared)"))
        }
    }

    private static func takeDisplay(in directory: String, asking: Bool = true) throws(DisplayError)
        -> DisplayLock
    {
        let deadline = Clock.now() + patience
        var nextRing = Int64.min
        do throws(SystemError) {
            while true {
                if let lock = try DisplayLock(in: directory) { return lock }
                let now = Clock.now()
                guard now < deadline else { break }
                if asking, now >= nextRing {
                    LeaveSocket.ring(in: directory)
                    nextRing = now + 100_000_000
                }
                Clock.sleep(until: now + retry)
            }
        } catch {
            throw DisplayError(error.isPermission ? .notPermitted : .failed, error.description)
        }
        throw DisplayError(.busy, "another HUD is on the screen; try again when it has left")
    }
}
