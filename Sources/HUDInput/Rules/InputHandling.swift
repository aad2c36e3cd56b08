/// What becomes of input while something shows or runs, and for how long.
public struct InputHandling: Sendable {
    /// Which devices are held off, and how.
    public var rules = InputRules()
    /// How long input is held off at most, in nanoseconds; `.max`: as long as it shows or runs.
    public var maxBlock: Int64 = 30_000_000_000
    /// How long a device is waited for at the end on which something is still held down, in nanoseconds.
    public var settle: Int64 = 5_000_000_000

    /// Input as suits each device, held off for 30 seconds at most.
    public init() {}
}
