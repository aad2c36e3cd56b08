internal import HUDPixels

/// What a commit sets so that a plane shows a premultiplied buffer above the primary plane.
struct PlaneSettings {
    let plane: DRMPlane
    /// Properties that stand otherwise than a HUD needs, with what they were: they outlive the process, so they
    /// are put back.
    private let changes: [(property: DRMProperty, value: UInt64)]
    private let frame: [String: UInt32]
    /// The property that makes the whole plane translucent, where the plane has one that can be set.
    let alpha: DRMProperty?

    private static let names = [
        "FB_ID", "CRTC_ID", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H",
    ]
    /// What a plane shows and where: each program that shows something sets all of these.
    static let places = Set(names)

    /// Why a plane cannot be used, in a few words.
    struct Refusal: Error {
        let reason: String
    }

    init(_ plane: DRMPlane, above primary: DRMPlane?) throws(Refusal) {
        self.plane = plane
        var frame: [String: UInt32] = [:]
        for name in Self.names {
            guard let property = plane[name] else { throw Refusal(reason: "it has no property \(name)") }
            frame[name] = property.id
        }
        self.frame = frame

        var changes: [(property: DRMProperty, value: UInt64)] = []
        func need(_ name: String, _ value: (DRMProperty) -> UInt64?) {
            guard let property = plane[name], !property.isImmutable, let value = value(property),
                value != property.value
            else { return }
            changes.append((property, value))
        }
        alpha = plane["alpha"].flatMap { $0.isImmutable || ($0.maximum ?? 0) == 0 ? nil : $0 }
        need("pixel blend mode") { $0.names["Pre-multiplied"] }
        // A bit mask; the names stand for bits.
        need("rotation") { $0.names["rotate-0"].map { 1 << $0 } }
        if let own = plane["zpos"], let below = primary?["zpos"], own.value <= below.value {
            guard !own.isImmutable, let maximum = own.maximum, maximum > below.value else {
                throw Refusal(reason: "it lies below the primary plane")
            }
            changes.append((own, below.value + 1))
        }
        self.changes = changes
    }

    /// Whether a show that never changes alpha leaves every property as it was.
    var changesNothing: Bool { changes.isEmpty && (alpha == nil || alpha!.value == alpha!.maximum!) }

    /// Shows the upper left part of a buffer, `source` large (nil: as large as `place`), at `place` of the CRTC.
    func show(
        _ framebuffer: UInt32, crtc: UInt32, at place: Rect, of source: Size? = nil, alpha: Double = 1
    ) -> [DRMAssignment] {
        let source = source ?? place.size
        let values: [String: UInt64] = [
            "FB_ID": UInt64(framebuffer), "CRTC_ID": UInt64(crtc),
            // Signed: a place can begin outside of the screen.
            "CRTC_X": UInt64(bitPattern: Int64(place.x)), "CRTC_Y": UInt64(bitPattern: Int64(place.y)),
            "CRTC_W": UInt64(place.width), "CRTC_H": UInt64(place.height),
            // 16.16 fixed point.
            "SRC_X": 0, "SRC_Y": 0, "SRC_W": UInt64(source.width) << 16, "SRC_H": UInt64(source.height) << 16,
        ]
        var assignments = Self.names.map { assign(frame[$0]!, values[$0]!) }
        assignments += changes.map { assign($0.property.id, $0.value) }
        if let property = self.alpha, let maximum = property.maximum {
            // As far as the driver says it goes: not all have 65535. What is no number is nothing to see.
            let part = alpha > 0 ? min(alpha, 1) : 0
            let value = (part * Double(maximum)).rounded()
            assignments.append(assign(property.id, value < Double(maximum) ? UInt64(value) : maximum))
        }
        return assignments
    }

    /// Takes the plane off, with every property as it was.
    func takeOff() -> [DRMAssignment] {
        Self.names.map { name in
            assign(frame[name]!, ["FB_ID", "CRTC_ID"].contains(name) ? 0 : plane[name]!.value)
        }
            + changes.map { assign($0.property.id, $0.property.value) }
            + (alpha.map { [assign($0.id, $0.value)] } ?? [])
    }

    private func assign(_ property: UInt32, _ value: UInt64) -> DRMAssignment {
        DRMAssignment(object: plane.id, property: property, value: value)
    }
}
