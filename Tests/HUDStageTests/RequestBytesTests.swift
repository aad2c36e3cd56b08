import HUDDisplay
import HUDInput
import HUDPixels
import HUDScene
import HUDStage
import TestSupport
import Testing

/// A request on its way to a process that lives already.
struct RequestBytesTests {
    /// Every part has another value than that of a new request.
    private static var full: ShowRequest {
        var request = ShowRequest(hud: HUD(.warning, label: "Door open", detail: "Gate 3"))
        request.style.theme.change {
            $0.boxColor = Color(red: 1, green: 2, blue: 3)
            $0.cornerRadius = 1.0 / 3
        }
        request.style.theme.change(.warning) { $0.labelSize = 21.5 }
        request.style.scale = 1.25
        request.style.font = "/usr/share/fonts/a b.ttf"
        request.style.detailFont = "detail.otf"
        (request.duration, request.grace, request.least) = (.max, 3, 4)
        (request.input.maxBlock, request.input.settle) = (5, 6)
        request.placement.display = .copies(card: "/dev/dri/card1")
        request.placement.output = "HDMI-A-1"
        request.placement.rotation = .fixed(.left)
        request.input.rules = InputRules(
            policy: .hold, rules: [InputRule("pass:name=Acme*,bus=usb")!, InputRule("block:kind=touch")!],
            forbidden: [.power, .panic])
        (request.hasBell, request.wantsRecords, request.isVerbose) = (true, true, true)
        request.successors = [HUD(label: "Closed"), HUD(.failure)]
        return request
    }

    private static let displays: [DisplayChoice] = [
        .auto, .plane(card: nil), .plane(card: "/dev/dri/card0"), .copies(card: nil), .framebuffer(path: nil),
        .framebuffer(path: "/dev/fb1"),
    ]

    @Test func arrivesWhole() throws {
        for request in [Self.full, ShowRequest(hud: HUD(label: "Tagged"))] {
            let bytes = try #require(request.bytes)
            let read = try #require(ShowRequest(bytes: bytes))
            // All that a request holds, by the names of its parts; a set has no order.
            var (one, other) = (read, request)
            (one.input.rules.forbidden, other.input.rules.forbidden) = ([], [])
            #expect(String(reflecting: one) == String(reflecting: other))
            #expect(read.style.theme == request.style.theme && read.input.rules == request.input.rules)
        }
    }

    @Test(arguments: displays) func everyDisplayThatHasAName(_ display: DisplayChoice) throws {
        var request = Self.full
        request.placement.display = display
        #expect(ShowRequest(bytes: try #require(request.bytes))?.placement.display == display)
    }

    @Test(arguments: [Rotation.auto, .fixed(.none), .fixed(.right), .fixed(.half), .fixed(.left)])
    func everyRotation(_ rotation: Rotation) throws {
        var request = Self.full
        request.placement.rotation = rotation
        #expect(ShowRequest(bytes: try #require(request.bytes))?.placement.rotation == rotation)
    }

    /// Descriptors and files of the process that asks are no other process'.
    @Test func whatIsTheCallersOwnDoesNotTravel() {
        var request = Self.full
        request.placement.display = .borrowed(descriptor: 3)
        #expect(request.bytes == nil)
        request.placement.display = DisplayChoice("png:/tmp/x.png")!
        #expect(request.bytes == nil)
    }

    @Test func halfARequestAndRubbishAreRefused() throws {
        let bytes = try #require(Self.full.bytes)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(ShowRequest(bytes: Array(bytes.prefix(count))) == nil)
        }
        var random = Seeded()
        var refused = 0
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            if ShowRequest(bytes: changed) == nil { refused += 1 }
        }
        #expect(refused > 100)
    }
}
