import AllocationCounter
import KioskHUD

/// Frames of the show into targets of several formats, and how often each asked for memory.
struct Frames {
    private let show: Show
    private let screen = Size(width: 1280, height: 800)

    init(_ content: Content) {
        show = Show(content.scene(screen, scale: 1), screen)
    }

    /// By the name of what is drawn, the allocations of all frames but the first.
    func allocations() -> [(name: String, frames: Int, count: Int64)] {
        let formats: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb888, .rgb565, .xrgb1555, .grey8]
        return formats.map { format in
            let (background, target) = (Canvas(screen, format), Canvas(screen, format))
            show.frame(0, over: background.surface, into: target.surface)
            let before = allocation_count()
            for frame in 1..<show.count { show.frame(frame, over: background.surface, into: target.surface) }
            let count = allocation_count() - before
            return (format.name, show.count - 1, count)
        }
    }
}
