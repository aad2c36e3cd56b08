package import HUDPixels

// What a card tells of itself, in Swift's words.

package struct DRMMode: Equatable, Sendable {
    package var size: Size
    /// Nanoseconds from one frame to the next.
    package var period: Int64

    package init(size: Size, period: Int64) {
        self.size = size
        self.period = period
    }

    /// 60.00: what people call it.
    var hertz: String {
        let hundredths = 100_000_000_000 / max(1, period)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

package struct DRMConnector: Equatable, Sendable {
    package var id: UInt32
    /// "HDMI-A-1".
    package var name: String
    package var isConnected: Bool
    /// A headset and the like: not for pictures of this kind.
    package var isNonDesktop: Bool
    package var crtc: UInt32
    package var millimetres: Size?
    /// How the panel is mounted: "Normal", "Upside Down", "Left Side Up", "Right Side Up"; nil: the driver does not say.
    package var orientation: String?

    package init(
        id: UInt32, name: String, isConnected: Bool, isNonDesktop: Bool = false, crtc: UInt32,
        millimetres: Size? = nil, orientation: String? = nil
    ) {
        self.orientation = orientation
        self.id = id
        self.name = name
        self.isConnected = isConnected
        self.isNonDesktop = isNonDesktop
        self.crtc = crtc
        self.millimetres = millimetres
    }
}

package struct DRMCRTC: Equatable, Sendable {
    package var id: UInt32
    /// Its place in the card's list, by which planes and vblanks count.
    package var index: Int
    /// It sends a picture.
    package var isActive: Bool
    package var mode: DRMMode?
    /// What its primary plane shows; 0 is nothing.
    package var framebuffer: UInt32
    /// The first pixel of it that is seen.
    package var x: Int
    package var y: Int

    package init(
        id: UInt32, index: Int, isActive: Bool, mode: DRMMode?, framebuffer: UInt32 = 0, x: Int = 0,
        y: Int = 0
    ) {
        self.id = id
        self.index = index
        self.isActive = isActive
        self.mode = mode
        self.framebuffer = framebuffer
        self.x = x
        self.y = y
    }
}

package struct DRMPlane: Equatable, Sendable {
    package enum Kind: UInt64, Sendable {
        case overlay = 0
        case primary = 1
        case cursor = 2
    }

    /// What it shows, and where; both 0 when it is off.
    package struct State: Equatable, Sendable {
        package var crtc: UInt32
        package var framebuffer: UInt32

        package init(crtc: UInt32, framebuffer: UInt32) {
            self.crtc = crtc
            self.framebuffer = framebuffer
        }
    }

    package var id: UInt32
    package var kind: Kind
    /// A bit for each CRTC, by its index.
    package var possibleCRTCs: UInt32
    package var state: State
    package var formats: [UInt32]
    package var properties: [DRMProperty]

    package init(
        id: UInt32, kind: Kind, possibleCRTCs: UInt32, state: State, formats: [UInt32],
        properties: [DRMProperty]
    ) {
        self.id = id
        self.kind = kind
        self.possibleCRTCs = possibleCRTCs
        self.state = state
        self.formats = formats
        self.properties = properties
    }

    package subscript(name: String) -> DRMProperty? {
        properties.first { $0.name == name }
    }
}

package struct DRMProperty: Equatable, Sendable {
    package var id: UInt32
    package var name: String
    package var value: UInt64
    package var isImmutable: Bool
    /// The largest value that it takes, where it has a range.
    package var maximum: UInt64?
    /// The values that have a name.
    package var names: [String: UInt64]

    package init(
        id: UInt32, name: String, value: UInt64, isImmutable: Bool = false, maximum: UInt64? = nil,
        names: [String: UInt64] = [:]
    ) {
        self.id = id
        self.name = name
        self.value = value
        self.isImmutable = isImmutable
        self.maximum = maximum
        self.names = names
    }
}

/// A framebuffer that another program made, as the kernel describes it (`drm_mode_fb_cmd2`).
package struct DRMFramebuffer: Equatable, Sendable {
    package var id: UInt32
    package var size: Size
    /// `DRM_FORMAT_*`.
    package var code: UInt32
    /// How its pixels are laid out in memory; nil where the driver does not say, which means row by row.
    package var modifier: UInt64?
    /// Its memory, each once; without a right to it there is none.
    package var handles: [UInt32]
    /// Bytes from one row to the next, and to the first.
    package var stride: Int
    package var offset: Int

    package init(
        id: UInt32, size: Size, code: UInt32, modifier: UInt64? = nil, handles: [UInt32], stride: Int,
        offset: Int = 0
    ) {
        self.id = id
        self.size = size
        self.code = code
        self.modifier = modifier
        self.handles = handles
        self.stride = stride
        self.offset = offset
    }
}

extension DRMFramebuffer {
    /// The bytes of memory from its beginning to the end of the last row; nil where the numbers are nonsense.
    var byteCount: Int? {
        let numbers = [size.width, size.height, stride, offset]
        guard numbers.allSatisfy({ (0...Int(UInt32.max)).contains($0) }) else { return nil }
        let rows = stride.multipliedReportingOverflow(by: size.height)
        let bytes = rows.partialValue.addingReportingOverflow(offset)
        return rows.overflow || bytes.overflow ? nil : bytes.partialValue
    }
}

/// One value of an atomic commit.
package struct DRMAssignment: Equatable, Sendable {
    package var object: UInt32
    package var property: UInt32
    package var value: UInt64

    package init(object: UInt32, property: UInt32, value: UInt64) {
        self.object = object
        self.property = property
        self.value = value
    }
}

package struct DRMEvent: Equatable, Sendable {
    package enum Kind: Sendable {
        case vblank
        case flip
    }

    package var kind: Kind
    /// When the frame began (CLOCK_MONOTONIC).
    package var time: Int64

    package init(kind: Kind, time: Int64) {
        self.kind = kind
        self.time = time
    }
}
