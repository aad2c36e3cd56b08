internal import Glibc
package import HUDPixels
internal import HUDSystem

/// An overlay plane that takes the HUD's layer, found by asking the driver, with two buffers for it.
package struct OverlayPlan: DisplayPlan {
    let output: DRMOutput
    let settings: PlaneSettings
    /// What the buffers show of the screen.
    let rect: Rect
    let buffers: [any DRMBuffer]
    /// Each shows a whole buffer in its place.
    let requests: [any DRMRequest]
    /// The plane scales and fades what it shows: a pose is a matter of properties, and no pixel is written.
    let takesPoses: Bool

    /// "plane 35 over HDMI-A-1 of /dev/dri/card0 (vc4), 1920x1080 at 60.00 Hz".
    package var description: String {
        "plane \(settings.plane.id) over \(output.description)\(takesPoses ? ", moved by the hardware" : "")"
    }

    /// Frees what was made for it.
    package func discard() {
        for buffer in buffers { buffer.remove() }
    }

    /// Finds a plane for `region` of an output. Planes in `taken` are left out: other outputs have them.
    ///
    /// - Throws: `.noDisplay` with the reasons where no plane takes it, `.busy` where another program is master.
    package static func find(
        _ output: DRMOutput, region: Rect, except taken: Set<UInt32> = []
    ) throws(DisplayError) -> OverlayPlan {
        let device = output.device
        guard device.enableAtomic() else { throw refusal(output, ["the driver has no atomic commits"]) }
        let mask = UInt32(1) << UInt32(output.crtc.index)
        let planes = device.planes().filter { $0.possibleCRTCs & mask != 0 }
        let primary = output.primaryPlane
        if primary?.isMirrored == true { throw refusal(output, ["the picture below is mirrored"]) }
        var reasons: [String] = []
        var candidates: [PlaneSettings] = []
        for plane in planes where plane.kind == .overlay {
            do throws(PlaneSettings.Refusal) {
                if taken.contains(plane.id) { throw PlaneSettings.Refusal(reason: "another output has it") }
                candidates.append(try settings(plane, primary, mayChange: device.access != .guest))
            } catch {
                reasons.append("plane \(plane.id): \(error.reason)")
            }
        }
        if candidates.isEmpty {
            throw refusal(output, reasons.isEmpty ? ["it has no overlay plane"] : reasons)
        }
        // The uppermost first; without an order the one that may cost least.
        candidates.sort { ($0.plane["zpos"]?.value ?? 0) > ($1.plane["zpos"]?.value ?? 0) }
        let screen = Rect(output.size)
        let part = region.intersection(screen)
        if part.isEmpty { throw DisplayError(.failed, "the HUD's place is outside of \(output.description)") }
        // Some hardware has overlays that cover the whole screen or nothing.
        for rect in part == screen ? [screen] : [part, screen] {
            do throws(SystemError) {
                if let plan = try test(output, candidates, rect, &reasons) { return plan }
            } catch {
                throw error.isBusy || error.isPermission
                    ? .busy(device.path, nil) : DisplayError(.noDisplay, error.description)
            }
        }
        throw refusal(output, reasons)
    }

    private static func settings(
        _ plane: DRMPlane, _ primary: DRMPlane?, mayChange: Bool
    ) throws(PlaneSettings.Refusal) -> PlaneSettings {
        if plane.state.crtc != 0 || plane.state.framebuffer != 0 {
            throw PlaneSettings.Refusal(reason: "it is in use")
        }
        if !takesLayer(plane) {
            throw PlaneSettings.Refusal(reason: "it has no ARGB8888")
        }
        let settings = try PlaneSettings(plane, above: primary)
        if !mayChange && !settings.changesNothing {
            throw PlaneSettings.Refusal(reason: "its owner has set it otherwise than a HUD needs")
        }
        return settings
    }

    static func takesLayer(_ plane: DRMPlane) -> Bool {
        plane.formats.contains(DRMFormat.argb8888)
    }

    /// Asks the driver, with real buffers, which of the planes takes `rect`.
    private static func test(
        _ output: DRMOutput, _ candidates: [PlaneSettings], _ rect: Rect, _ reasons: inout [String]
    ) throws(SystemError) -> OverlayPlan? {
        let device = output.device
        var buffers: [any DRMBuffer] = []
        do throws(SystemError) {
            for _ in 0..<2 {
                let buffer = try device.makeBuffer(rect.size, code: DRMFormat.argb8888)
                buffers.append(buffer)
                // It may be seen before anything is drawn in it.
                if device.access == .guest {
                    memset(buffer.surface.base, 0, buffer.surface.stride * rect.height)
                }
            }
            for settings in candidates {
                var requests: [any DRMRequest] = []
                for buffer in buffers {
                    let assignments = settings.show(buffer.framebuffer, crtc: output.crtc.id, at: rect)
                    requests.append(try device.prepare(assignments))
                }
                // Not with the one that is drawn in first: this may be on glass then.
                if let code = try refuses(device, requests[1]) {
                    let error = SystemError("show", "\(rect.width)x\(rect.height)", code: code)
                    reasons.append("plane \(settings.plane.id): \(error.description)")
                } else {
                    return OverlayPlan(
                        output: output, settings: settings, rect: rect, buffers: buffers,
                        requests: requests,
                        takesPoses: try takesPoses(output, settings, rect, buffers[0].framebuffer))
                }
            }
        } catch {
            for buffer in buffers { buffer.remove() }
            throw error
        }
        for buffer in buffers { buffer.remove() }
        return nil
    }

    /// Whether the plane would show a part of a buffer larger than it is, and half transparent.
    private static func takesPoses(
        _ output: DRMOutput, _ settings: PlaneSettings, _ rect: Rect, _ framebuffer: UInt32
    ) throws(SystemError) -> Bool {
        // By as much as a box that appears.
        let part = Size(width: max(1, rect.width * 10 / 13), height: max(1, rect.height * 10 / 13))
        guard settings.alpha != nil, part != rect.size, output.device.access != .guest else { return false }
        let request = try output.device.prepare(
            settings.show(framebuffer, crtc: output.crtc.id, at: rect, of: part, alpha: 0.5))
        return try refuses(output.device, request) == nil
    }

    /// The reason for which the driver would not make this commit; nil where it would.
    private static func refuses(
        _ device: any DRMDevice, _ request: any DRMRequest
    ) throws(SystemError) -> Int32? {
        try device.becomeMaster()
        defer { device.dropMaster() }
        do throws(SystemError) {
            try device.commit(request, .test)
            return nil
        } catch {
            return error.code
        }
    }

    private static func refusal(_ output: DRMOutput, _ reasons: [String]) -> DisplayError {
        DisplayError(
            .noDisplay, "no plane over \(output.description): \(reasons.joined(separator: "; "))")
    }
}
