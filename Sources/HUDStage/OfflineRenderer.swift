public import HUDImage
public import HUDPixels
internal import HUDScene
public import HUDText

/// A show without a display and without a clock: the picture at any moment of it.
public struct OfflineRenderer {
    private let request: ShowRequest
    private let scene: Scene

    /// - Parameters:
    ///   - request: what is shown, and how.
    ///   - screen: the size of the screen that is pretended.
    public init(_ request: ShowRequest, screen: Size) throws(TextError) {
        self.request = request
        scene = Scene(
            for: request, screen: screen, millimetres: nil, lettering: try FontSet(for: request))
    }

    /// When the box has come to rest, in nanoseconds from the beginning.
    public var restTime: Int64 { min(request.look.appearDuration, request.duration) }

    /// When nothing of it is left.
    public var goneTime: Int64 { request.duration + request.look.leaveDuration }

    /// Lines for the user: what is missing.
    public func notices(isVerbose: Bool) -> [String] {
        scene.notices(isVerbose: isVerbose)
    }

    /// What the screen shows at `time` nanoseconds, over `background`, which stays as it is.
    public func picture(at time: Int64, over background: Image) -> Image {
        var presentation = Presentation(theme: request.theme)
        presentation.show(request.hud, for: request.duration, at: 0)
        presentation.reachGlass(at: 0)
        presentation.advance(to: min(time, request.duration))
        if let content = presentation.content { scene.draw(content, at: time) }
        let picture = Image(size: background.size)
        background.withSurface { below in
            picture.withSurface { target in
                compose(
                    scene.layer, scene.pose(presentation.appearance(at: time)), over: below, into: target,
                    x: 0,
                    y: 0)
            }
        }
        return picture
    }
}
