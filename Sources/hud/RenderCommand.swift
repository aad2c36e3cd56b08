import HUDScene
import HUDSystem
import KioskHUD

/// `hud render`: the same picture without a display.
enum RenderCommand {
    private static let frameInterval: Int64 = 16_666_667

    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        var request = try HUDOptions.request(arguments)
        if let part = try arguments.value(
            "--progress", "a progress such as 42%, 0.42 or 13/40", Values.progress)
        {
            guard arguments.text("--icon") == nil else {
                throw Failure(ExitCode.usage, "--progress stands in the icon's place; use one")
            }
            request.hud.kind = .progress(part)
        }
        let moment = try arguments.value("--at", "a time such as 150ms", Notation.time)
        let file = arguments.text("-o")
        let folder = arguments.text("--frames")
        guard (file == nil) != (folder == nil) else {
            throw Failure(ExitCode.usage, "say where to: either -o FILE or --frames DIR")
        }
        guard folder == nil || moment == nil else {
            throw Failure(ExitCode.usage, "--at is one moment and --frames are all of them; use one")
        }

        let background = try background(arguments)
        let still = try still(request, size: background.size)
        still.notices(isVerbose: arguments.has("--verbose")).forEach(Report.line)
        do throws(ImageError) {
            if let file {
                try write(still.picture(at: moment ?? still.restTime, over: background), to: file)
            } else if let folder {
                try writeFrames(of: still, over: background, into: folder)
            }
        } catch {
            throw HUDOptions.failure(error)
        }
        return ExitCode.ok
    }

    private static func still(_ request: ShowRequest, size: Size) throws(Failure) -> OfflineRenderer {
        do throws(TextError) {
            return try OfflineRenderer(
                request.hud, style: request.style, duration: request.duration, screen: size)
        } catch {
            throw HUDOptions.failure(error)
        }
    }

    private static func background(_ arguments: Arguments) throws(Failure) -> Image {
        let size = try arguments.value(
            "--size", "WIDTHxHEIGHT in pixels, at most 16384 each and 64 megapixels", Values.size)
        guard let text = arguments.text("--background"), !text.hasPrefix("#") else {
            let color = try arguments.value("--background", "#rrggbb or a PNG file", Values.color)
            return Image(size: size ?? DisplayChoice.imageSize, color: color ?? DisplayChoice.imageColor)
        }
        let picture: Image
        do throws(ImageError) {
            picture = try PNG.image(at: text)
        } catch {
            throw HUDOptions.failure(error)
        }
        guard size == nil || size == picture.size else {
            throw Failure(
                ExitCode.usage,
                "--size: \(text) is \(picture.size.width)x\(picture.size.height); leave --size out, or make them equal"
            )
        }
        return picture
    }

    /// Every frame of a 60 Hz display, `000.png` and so on, from the first to the last in which there is something.
    private static func writeFrames(of still: OfflineRenderer, over background: Image, into folder: String)
        throws(ImageError)
    {
        Files.makeFolder(folder)
        var index = 0
        var time: Int64 = 0
        while time < still.goneTime {
            let number = String(index)
            let name = String(repeating: "0", count: max(0, 3 - number.count)) + number
            try write(still.picture(at: time, over: background), to: "\(folder)/\(name).png")
            index += 1
            time = Int64(index) * frameInterval
        }
    }

    private static func write(_ picture: Image, to file: String) throws(ImageError) {
        try picture.withSurface { (surface) throws(ImageError) in try PNG.write(surface, to: file) }
    }
}
