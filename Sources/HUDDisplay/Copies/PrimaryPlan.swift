internal import CDRM
internal import HUDPixels
internal import HUDSystem

/// A display whose picture can be copied fast enough to show copies of it with the HUD in them.
package struct PrimaryPlan: DisplayPlan {
    let output: DRMOutput
    /// What is below, read while it is drawn.
    let picture: any DRMPicture
    /// The framebuffer of it, to which the display goes back.
    let below: UInt32
    /// Of the same size and format, so that the display takes them without a mode set.
    let buffers: [any DRMBuffer]
    /// The part of each that is seen.
    let view: Rect
    /// Nanoseconds that reading it once takes.
    let readTime: Int64

    /// "copies of the picture on HDMI-A-1 of /dev/dri/card0 (bochs), 1024x768 at 60.00 Hz".
    package var description: String { "copies of the picture on \(output.description)" }

    /// Frees what was made for it; what is on the display must have been taken off before.
    package func discard() {
        for buffer in buffers { buffer.remove() }
        picture.unmap()
    }

    /// Tries, up to the point where anything would be shown. Throws `.noDisplay` where the picture cannot be read
    /// or is read too slowly (`mustBeFast`), `.busy` where another process is master now.
    package static func find(
        _ output: DRMOutput, mustBeFast: Bool = true, clock: () -> Int64
    ) throws(DisplayError) -> PrimaryPlan {
        let device = output.device
        let framebuffer = try describe(output)
        if let reason = flaw(framebuffer, output) {
            device.release(framebuffer)
            throw refusal(output, reason)
        }
        let picture: any DRMPicture
        do throws(SystemError) {
            picture = try device.map(framebuffer, format: DRMFormat.pixels(framebuffer.code)!)
        } catch {
            device.release(framebuffer)
            throw refusal(output, error.description)
        }
        var buffers: [any DRMBuffer] = []
        do throws(SystemError) {
            for _ in 0..<2 {
                buffers.append(try device.makeBuffer(framebuffer.size, code: framebuffer.code))
            }
        } catch {
            for buffer in buffers { buffer.remove() }
            picture.unmap()
            throw refusal(output, error.description)
        }
        let view = Rect(
            x: output.crtc.x, y: output.crtc.y, width: output.size.width, height: output.size.height)
        let limit = output.mode.period / 4
        let time = measure(picture.surface.part(view), limit, clock)
        let plan = PrimaryPlan(
            output: output, picture: picture, below: framebuffer.id, buffers: buffers, view: view,
            readTime: time)
        // Memory that the processor reads uncached: there it can take several frames.
        if mustBeFast && time >= limit {
            plan.discard()
            throw refusal(output, "reading it takes \(time / 1000) us, more than a quarter of a frame")
        }
        return plan
    }

    private static func describe(_ output: DRMOutput) throws(DisplayError) -> DRMFramebuffer {
        let device = output.device
        if output.crtc.framebuffer == 0 { throw refusal(output, "it shows no framebuffer") }
        do throws(SystemError) {
            try device.becomeMaster()
        } catch {
            throw error.isBusy || error.isPermission
                ? .busy(device.path, nil) : refusal(output, error.description)
        }
        defer { device.dropMaster() }
        do throws(SystemError) {
            return try device.describe(framebuffer: output.crtc.framebuffer)
        } catch {
            throw refusal(output, error.description)
        }
    }

    /// What speaks against reading a framebuffer.
    private static func flaw(_ framebuffer: DRMFramebuffer, _ output: DRMOutput) -> String? {
        let name = DRMFormat.name(framebuffer.code)
        if framebuffer.handles.isEmpty { return "its framebuffer may not be read" }
        // Read row by row it would be noise.
        if !DRMFormat.isLinear(framebuffer.modifier) { return "its framebuffer is tiled" }
        guard let format = DRMFormat.pixels(framebuffer.code), framebuffer.handles.count == 1 else {
            return "its framebuffer has the format \(name)"
        }
        guard framebuffer.byteCount != nil else { return "its framebuffer is larger than any memory" }
        let seen = Rect(
            x: output.crtc.x, y: output.crtc.y, width: output.size.width, height: output.size.height)
        if Rect(framebuffer.size).intersection(seen) != seen
            || framebuffer.stride < framebuffer.size.width * format.bytesPerPixel
        {
            return "its framebuffer is not as large as its mode"
        }
        guard let plane = primary(output) else { return nil }
        let source = [plane["SRC_W"], plane["SRC_H"]].map { ($0?.value ?? 0) >> 16 }
        let target = [plane["CRTC_W"], plane["CRTC_H"]].map { $0?.value ?? 0 }
        let whole = [UInt64(output.size.width), UInt64(output.size.height)]
        return source == whole && target == whole ? nil : "its framebuffer is scaled or does not fill it"
    }

    /// The plane that shows it; nil where the driver tells of none.
    private static func primary(_ output: DRMOutput) -> DRMPlane? {
        output.device.planes().first {
            $0.kind == .primary && $0.state.crtc == output.crtc.id && $0["SRC_W"] != nil
        }
    }

    /// How long reading the picture takes. A machine that is busy gets another chance or two, memory that is
    /// slow does not.
    private static func measure(_ picture: Surface, _ limit: Int64, _ clock: () -> Int64) -> Int64 {
        let bytes = picture.size.width * picture.format.bytesPerPixel
        let row = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
        defer { row.deallocate() }
        var best = Int64.max
        for _ in 0..<4 {
            let begin = clock()
            for y in 0..<picture.size.height {
                row.baseAddress!.copyMemory(from: picture.row(y), byteCount: bytes)
            }
            best = min(best, clock() - begin)
            if best < limit || best > 8 * limit { break }
        }
        return best
    }

    private static func refusal(_ output: DRMOutput, _ reason: String) -> DisplayError {
        DisplayError(.noDisplay, "no copies of the picture on \(output.description): \(reason)")
    }
}
