import Foundation
import KioskHarness
import Testing

extension KioskTests {
    @Suite struct DebugTests {
        @Test func script() throws {
            let environment = ProcessInfo.processInfo.environment
            let display = Kiosk.Display(rawValue: environment["D"] ?? "virtio")!
            let kiosk = try Kiosk.shared(display)
            for line in (environment["S"] ?? "").split(separator: "\n") {
                let result = try kiosk.run(
                    String(line).replacingOccurrences(of: "HUD", with: HUDProgram.path))
                print("$ \(line)\n\(result.output)-> \(result.status)")
            }
        }
    }
}
