internal import Glibc
public import HUDPixels

/// How well one colour is told from another, as WCAG 2 counts it: 1 (not at all) to 21.
public enum Contrast {
    /// What a text needs (WCAG AA).
    public static let legible = 4.5

    /// The contrast of `ink` on `box`, each with its alpha, over whatever grey the screen below has: the worst.
    public static func worst(_ ink: Color, on box: Color) -> Double {
        stride(from: 0, through: 255, by: 5).map { level in
            let grey = UInt8(level)
            let below = over(box, channels(Color(red: grey, green: grey, blue: grey)))
            return ratio(luminance(over(ink, below)), luminance(below))
        }.min() ?? 1
    }

    private static func ratio(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    private static func channels(_ color: Color) -> SIMD3<Double> {
        SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
    }

    private static func over(_ color: Color, _ below: SIMD3<Double>) -> SIMD3<Double> {
        let alpha = Double(color.alpha) / 255
        return channels(color) * alpha + below * (1 - alpha)
    }

    private static func luminance(_ color: SIMD3<Double>) -> Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z)
    }
}

extension Theme {
    /// What is not wrong, but hard to read or to bear: a line for each.
    public var warnings: [String] {
        var lines: [String] = []
        var seen: Set<String> = []
        for (name, look) in [("hud", base)] + Section.allCases.map({ ($0.rawValue, self[section: $0]) }) {
            for (key, color) in [("ink-color", look.inkColor), ("detail-color", look.detailColor)] {
                let contrast = Contrast.worst(color, on: look.boxColor)
                let pair = "\(Notation.text(color)) on \(Notation.text(look.boxColor))"
                // A kind that has them from [hud] is no second fault.
                guard contrast < Contrast.legible, seen.insert("\(key) \(pair)").inserted else { continue }
                let tenths = Notation.text((contrast * 10).rounded(.down) / 10)
                lines.append(
                    "[\(name)] \(key): \(pair) has a contrast of \(tenths):1 over some screens; \(Notation.text(Contrast.legible)):1 is legible"
                )
            }
        }
        return lines
    }
}
