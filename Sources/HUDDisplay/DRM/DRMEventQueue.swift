internal import CDRM

/// The events of an open card, by the CRTC that they are of: who reads them for one output keeps those of others for
/// these. Outputs of one lease share the queue.
package final class DRMEventQueue {
    private var events: [UInt32: [DRMEvent]] = [:]

    package init() {}

    /// Takes whole events as they were read; those of unknown kinds are left out.
    package func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + MemoryLayout<drm_event>.size <= bytes.count {
            let header = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
            let isVblank = header.type == UInt32(DRM_EVENT_VBLANK)
            let isFlip = header.type == UInt32(DRM_EVENT_FLIP_COMPLETE)
            if isVblank || isFlip, offset + MemoryLayout<drm_event_vblank>.size <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
                let time = Int64(event.tv_sec) * 1_000_000_000 + Int64(event.tv_usec) * 1000
                events[event.crtc_id, default: []].append(
                    DRMEvent(kind: isVblank ? .vblank : .flip, time: time))
            }
            offset += max(MemoryLayout<drm_event>.size, Int(header.length))
        }
    }

    /// Those of a CRTC that have not been taken yet. Where the kernel does not say which CRTC an event is of (before
    /// 4.12), the first that asks gets it.
    package func take(ofCRTC id: UInt32) -> [DRMEvent] {
        (events.removeValue(forKey: id) ?? []) + (events.removeValue(forKey: 0) ?? [])
    }
}
