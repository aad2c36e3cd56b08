import Foundation

/// Random numbers that a failed test can be given again: `HUD_TEST_SEED=<seed>`. (SplitMix64.)
public struct Seeded: RandomNumberGenerator, CustomStringConvertible {
    /// Where the numbers began.
    public let seed: UInt64
    private var state: UInt64

    /// Starts at the environment's seed, else at a new one. Put it into the message of every expectation.
    public init() {
        let wanted = ProcessInfo.processInfo.environment["HUD_TEST_SEED"].flatMap { UInt64($0) }
        self.init(seed: wanted ?? UInt64.random(in: 1...999_999))
    }

    /// Starts at `seed`.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// How to run the test with these numbers again.
    public var description: String { "HUD_TEST_SEED=\(seed)" }
}

/// A new directory that goes when the value does.
public final class TemporaryDirectory {
    /// Where it is.
    public let path: String

    /// Makes one.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hud-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
