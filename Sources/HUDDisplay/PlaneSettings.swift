/// What a commit sets so that a plane shows a premultiplied buffer above the primary plane.
struct PlaneSettings {
    let plane: DRMPlane
    /// Properties that stand otherwise than a HUD needs, with what they were: they outlive the process, so they
    /// are put back.
    private let changes: [(property: DRMProperty, value: UInt64)]
    private let frame: [String: UInt32]

    private static let names = [
        "FB_ID", "CRTC_ID", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H",
    ]

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
        // As far as the driver says it goes: not all have 65535.
        need("alpha") { $0.maximum }
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

    var changesNothing: Bool { changes.isEmpty }

    /// Shows the whole of a buffer of `size` with its corner at (`x`, `y`) of the CRTC.
    func show(
        _ framebuffer: UInt32, crtc: UInt32, x: Int, y: Int, width: Int, height: Int
    ) -> [DRMAssignment] {
        let values: [String: UInt64] = [
            "FB_ID": UInt64(framebuffer), "CRTC_ID": UInt64(crtc),
            "CRTC_X": UInt64(x), "CRTC_Y": UInt64(y),
            "CRTC_W": UInt64(width), "CRTC_H": UInt64(height),
            // 16.16 fixed point.
            "SRC_X": 0, "SRC_Y": 0, "SRC_W": UInt64(width) << 16, "SRC_H": UInt64(height) << 16,
        ]
        return Self.names.map { assign(frame[$0]!, values[$0]!) }
            + changes.map { assign($0.property.id, $0.value) }
    }

    /// Takes the plane off, with every property as it was.
    func takeOff() -> [DRMAssignment] {
        [assign(frame["FB_ID"]!, 0), assign(frame["CRTC_ID"]!, 0)]
            + changes.map { assign($0.property.id, $0.property.value) }
    }

    private func assign(_ property: UInt32, _ value: UInt64) -> DRMAssignment {
        DRMAssignment(object: plane.id, property: property, value: value)
    }
}
