import Foundation
internal import HUDPixels

/// How far a picture may be from its reference. Letters differ a little from one FreeType to the next; a part
/// that moved by a pixel differs much, or in many places.
public struct Tolerance: Sendable {
    /// Differences of a channel up to this are none.
    public var level: Int
    /// This part of the pixels may differ by more...
    public var part: Double
    /// ...but none by more than this.
    public var most: Int

    /// The usual tolerance, where nothing else is said.
    public init(level: Int = 16, part: Double = 0.004, most: Int = 100) {
        self.level = level
        self.part = part
        self.most = most
    }
}

/// The file of a reference picture.
public func goldenPath(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent(name + ".png").path
}

extension Picture {
    /// What is wrong with this picture, held against a reference; nil if nothing is.
    public func fault(against reference: Picture, _ tolerance: Tolerance = Tolerance()) -> String? {
        guard size == reference.size else { return "is \(size), not \(reference.size)" }
        var beyond = 0
        var worst = (difference: 0, x: 0, y: 0)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let difference = difference(reference, x: x, y: y)
                if difference > tolerance.level { beyond += 1 }
                if difference > worst.difference { worst = (difference, x, y) }
            }
        }
        let allowed = Int(Double(size.width * size.height) * tolerance.part)
        if worst.difference <= tolerance.most && beyond <= allowed { return nil }
        let (got, wanted) = (self[worst.x, worst.y], reference[worst.x, worst.y])
        return """
            \(beyond) pixels differ by more than \(tolerance.level) (\(allowed) may); the worst at \
            (\(worst.x), \(worst.y)) is \(String(got, radix: 16)), not \(String(wanted, radix: 16))
            """
    }

    /// Holds the picture against `Tests/Goldens/<name>.png`: what is wrong, or nil.
    ///
    /// With `HUD_RECORD_GOLDENS=1` the reference is written instead, and that is a fault too: no run of the tests
    /// passes by making up its own references.
    public func fault(againstGolden name: String, _ tolerance: Tolerance = Tolerance()) -> String? {
        let path = goldenPath(name)
        do {
            if ProcessInfo.processInfo.environment["HUD_RECORD_GOLDENS"] == "1" {
                try write(to: path)
                return "recorded \(path): look at it, and run the tests again without HUD_RECORD_GOLDENS"
            }
            let golden = try Picture(png: path)
            guard let fault = fault(against: golden, tolerance) else { return nil }
            return "\(name): \(fault); see \(try keep(name, golden))"
        } catch {
            return "\(name): \(error)"
        }
    }

    /// Writes what was drawn, what was expected and their difference where one can look at them.
    private func keep(_ name: String, _ golden: Picture) throws -> String {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("hud-goldens-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let base = directory.appendingPathComponent(name).path
        try write(to: base + "-drawn.png")
        try golden.write(to: base + "-expected.png")
        if size == golden.size { try difference(golden).write(to: base + "-difference.png") }
        return base + "-*.png"
    }
}
