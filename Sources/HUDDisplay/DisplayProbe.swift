internal import HUDPixels
internal import HUDSystem

/// Looks what a display can do, up to the point where it would change anything.
struct DisplayProbe {
    let system: any DisplaySystem

    /// The first lit output of a card, which nobody else has.
    func output(of card: DisplayNodes.Card) throws(DisplayError) -> DRMOutput {
        guard card.isLit else { throw DisplayError(.noDisplay, "\(card.path): \(card.darkness)") }
        let device: any DRMDevice
        do throws(SystemError) {
            device = try system.openCard(card.path)
        } catch {
            throw DisplayError(opening: card.path, error)
        }
        guard device.wasFree else {
            device.close()
            throw .busy(card.path, system.owner(of: card.path))
        }
        // For the properties that say what is lit; no harm where it is refused.
        _ = device.enableAtomic()
        guard let output = DRMOutput.lit(on: device).first else {
            device.close()
            throw DisplayError(.noDisplay, "\(card.path): no output shows a picture")
        }
        return output
    }

    /// A plane over an output; the output's card is left open where there is none.
    func overlay(
        _ output: DRMOutput, of card: DisplayNodes.Card, region: Rect
    ) throws(DisplayError) -> OverlayPlan {
        if let framebuffer = system.nodes.framebuffer(of: card),
            framebuffer.virtualHeight >= 2 * output.size.height
        {
            throw DisplayError(
                .noDisplay,
                "no plane over \(output.description): \(framebuffer.path) can pan, which switches "
                    + "planes off")
        }
        do throws(DisplayError) {
            return try OverlayPlan.find(output, region: region)
        } catch {
            throw error.kind == .busy ? .busy(card.path, system.owner(of: card.path)) : error
        }
    }

    /// A framebuffer, paced by the card that it is emulated on (`output`, taken over) or by time.
    func framebuffer(
        at path: String, on output: DRMOutput?
    ) throws(DisplayError) -> FramebufferCandidate {
        do throws(DisplayError) {
            let device: any FramebufferDevice
            do throws(SystemError) {
                device = try system.openFramebuffer(path)
            } catch {
                throw DisplayError(opening: path, error)
            }
            let geometry = try display { () throws(SystemError) in try device.geometry() }
            let pacer = FramePacer(
                output?.device, crtc: output?.crtc.index ?? 0, period: output?.mode.period ?? 16_666_667)
            return FramebufferCandidate(device, geometry, try format(geometry, of: path), pacer)
        } catch {
            output?.device.close()
            throw error
        }
    }

    private func format(_ geometry: FramebufferGeometry, of path: String) throws(DisplayError) -> PixelFormat
    {
        do throws(DisplayError) {
            return try geometry.format()
        } catch {
            throw DisplayError(error.kind, "\(path): \(error.description)")
        }
    }
}
