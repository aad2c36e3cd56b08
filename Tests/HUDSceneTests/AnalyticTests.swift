import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

@Suite struct AnalyticTests {
    @Test(arguments: [
        Size(width: 320, height: 240), Size(width: 801, height: 601), Size(width: 1920, height: 1080),
        Size(width: 321, height: 288), Size(width: 800, height: 481),
    ])
    func theDefaultHUDMeasuresWhatTheDesignSays(_ screen: Size) throws {
        let stage = try Stage()
        for scale in [1.0, 2, 3] where Int(96 * scale) <= screen.height {
            for grey in [255, 200, 96] {
                let background = Picture(size: screen, color: UInt32(grey) * 0x01_0101)
                let scene = stage.scene(HUD(label: "Tagged"), screen, scale: scale)
                let analysis = Analysis(stage.picture(scene, over: background), grey: grey, scale: scale)
                #expect(analysis.faults == [], "scale \(scale), grey \(grey)")
            }
        }
    }

    @Test func theMeasurementFindsFaults() throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        let background = Picture(size: screen, color: 0xC8C8C8)
        func faults(_ look: Look = .standard, _ hud: HUD = HUD(label: "Tagged"), move: (Int, Int) = (0, 0))
            -> [String]
        {
            let scene = Scene(
                theme: Theme(look), screen: screen, scale: 1, room: .content(hud), fonts: stage.library,
                face: stage.face)
            let picture = stage.picture(scene, over: background).moved(move.0, move.1)
            return Analysis(picture, grey: 200, scale: 1).faults
        }
        #expect(faults() == [])
        #expect(faults(move: (1, 0)) != [])
        #expect(faults(move: (0, -1)) != [])
        let changes: [(String, (inout Look) -> Void)] = [
            ("radius", { $0.cornerRadius = 10.3 }), ("alpha", { $0.boxColor.alpha = 190 }),
            ("size", { $0.boxSize = 98 }), ("icon", { $0.iconOffset = -11 }),
            ("label", { $0.labelOffset = 26 }),
            ("ink", { $0.inkColor = Color(red: 255, green: 255, blue: 250) }),
            ("letters", { $0.labelSize = 19 }),
        ]
        for (name, change) in changes {
            var look = Look.standard
            change(&look)
            #expect(faults(look) != [], "\(name)")
        }
        #expect(faults(.standard, HUD(.failure, label: "Tagged")) != [])
        #expect(faults(.standard, HUD(label: "")) != [])
    }

    /// The inside of the box is one colour at every moment, also while it zooms.
    @Test func theInsideIsEvenWhileItMoves() throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        let scene = stage.scene(HUD(.text), screen, scale: 1)
        let motion = Look.standard.appearing(at: 0)
        for time in stride(from: Int64(10_000_000), through: 300_000_000, by: 10_000_000) {
            let appearance = motion.appearance(at: time)
            let background = Picture(size: screen, color: 0x808080)
            let picture = stage.picture(scene, over: background, appearance)
            let inside = picture.cropped(Rect(x: 115, y: 75, width: 90, height: 90)).pixels
            #expect(inside[90 * 20..<90 * 70].allSatisfy { $0 == picture[160, 120] })
        }
    }
}
