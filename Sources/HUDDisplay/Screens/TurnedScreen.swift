internal import HUDPixels

/// A screen that is mounted another way than its picture goes: what changes of the layer is turned once, each pose as
/// it comes.
final class TurnedScreen: Screen {
    private let screen: any Screen
    private let turn: QuarterTurn
    /// As its viewers see it.
    let size: Size
    private var turned: (from: Layer, version: Int, to: Layer)?

    init(_ screen: any Screen, _ turn: QuarterTurn) {
        self.screen = screen
        self.turn = turn
        size = turn.inverse.turn(screen.size)
    }

    var name: String { screen.name }
    var millimetres: Size? { screen.millimetres.map(turn.inverse.turn) }
    var descriptor: Int32? { screen.descriptor }
    var nextFrame: Int64 { screen.nextFrame }
    var hasShown: Bool { screen.hasShown }
    func drain() throws(DisplayError) { try screen.drain() }
    func glassTime(at now: Int64) -> Int64 { screen.glassTime(at: now) }
    func giveBack() throws(DisplayError) { try screen.giveBack() }
    func abandon() throws(DisplayError) { try screen.abandon() }

    func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {
        let version = layer.version
        let copy: Layer
        if let turned, turned.from === layer {
            copy = turned.to
            copy.copyPixels(of: layer, turned: turn, layer.changes(since: turned.version))
        } else {
            copy = layer.turned(turn)
        }
        turned = (layer, version, copy)
        try screen.present(copy, turn.turn(pose, on: size))
    }
}
