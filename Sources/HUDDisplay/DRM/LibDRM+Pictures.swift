internal import CDRM
internal import Glibc
internal import HUDPixels
internal import HUDSystem

// Framebuffers: the HUD's own, and other programs' to read.

extension LibDRM {
    func makeBuffer(_ size: Size, code: UInt32) throws(SystemError) -> any DRMBuffer {
        guard let format = DRMFormat.pixels(code) else {
            throw SystemError("get memory of", path, code: EINVAL)
        }
        return try DumbBuffer(raw, path, size, code: code, format: format)
    }

    func describe(framebuffer id: UInt32) throws(SystemError) -> DRMFramebuffer {
        guard let answer = drmModeGetFB2(raw, id) else {
            throw SystemError("read framebuffer \(id) of", path, code: errno)
        }
        defer { drmModeFreeFB2(answer) }
        let planes = answer.pointee.handles
        // The same memory can be there for several planes; closing it twice would close another's.
        var handles: [UInt32] = []
        for handle in [planes.0, planes.1, planes.2, planes.3] where handle != 0 && !handles.contains(handle)
        {
            handles.append(handle)
        }
        let saysHow = answer.pointee.flags & UInt32(DRM_MODE_FB_MODIFIERS) != 0
        return DRMFramebuffer(
            id: id, size: Size(width: Int(answer.pointee.width), height: Int(answer.pointee.height)),
            code: answer.pointee.pixel_format, modifier: saysHow ? answer.pointee.modifier : nil,
            handles: handles, stride: Int(answer.pointee.pitches.0), offset: Int(answer.pointee.offsets.0))
    }

    func release(_ framebuffer: DRMFramebuffer) {
        for handle in framebuffer.handles { drmCloseBufferHandle(raw, handle) }
    }

    func map(_ framebuffer: DRMFramebuffer, format: PixelFormat) throws(SystemError) -> any DRMPicture {
        try MappedPicture(raw, path, framebuffer, format)
    }

    func flip(crtc id: UInt32, to framebuffer: UInt32) throws(SystemError) {
        try check("show a picture on", "drmModePageFlip") {
            drmModePageFlip(raw, id, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), nil)
        }
    }
}

/// The memory of another program's framebuffer.
private final class MappedPicture: DRMPicture {
    let surface: Surface
    private let raw: Int32
    private let handles: [UInt32]
    private let base: UnsafeMutableRawPointer
    private let bytes: Int
    private var isMapped = true

    init(
        _ raw: Int32, _ path: String, _ framebuffer: DRMFramebuffer, _ format: PixelFormat
    ) throws(SystemError) {
        guard let bytes = framebuffer.byteCount else {
            throw SystemError("map framebuffer \(framebuffer.id) of", path, code: EINVAL)
        }
        var place: UInt64 = 0
        var base: UnsafeMutableRawPointer?
        if drmModeMapDumbBuffer(raw, framebuffer.handles[0], &place) == 0 {
            base = mmap(nil, bytes, PROT_READ, MAP_SHARED, raw, off_t(place))
        }
        guard let base, base != UnsafeMutableRawPointer(bitPattern: -1) else {
            throw SystemError("map framebuffer \(framebuffer.id) of", path, code: errno)
        }
        self.raw = raw
        self.base = base
        self.bytes = bytes
        handles = framebuffer.handles
        surface = Surface(
            base: base + framebuffer.offset, size: framebuffer.size, stride: framebuffer.stride,
            format: format)
    }

    func unmap() {
        guard isMapped else { return }
        isMapped = false
        munmap(base, bytes)
        for handle in handles { drmCloseBufferHandle(raw, handle) }
    }
}
