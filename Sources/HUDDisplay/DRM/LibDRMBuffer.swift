internal import CDRM
internal import Glibc
internal import HUDPixels
internal import HUDSystem

/// Memory of a card ("dumb buffer"), mapped, with a framebuffer object.
final class DumbBuffer: DRMBuffer {
    let framebuffer: UInt32
    let surface: Surface
    private let raw: Int32
    private let handle: UInt32
    private let bytes: Int
    private var isRemoved = false

    init(
        _ raw: Int32, _ path: String, _ size: Size, code: UInt32, format: PixelFormat
    ) throws(SystemError) {
        var handle: UInt32 = 0
        var pitch: UInt32 = 0
        var bytes: UInt64 = 0
        var framebuffer: UInt32 = 0
        var offset: UInt64 = 0
        try LibDRM.call("drmModeCreateDumbBuffer", raw, "get memory of", path) {
            drmModeCreateDumbBuffer(
                raw, UInt32(size.width), UInt32(size.height), UInt32(format.bytesPerPixel * 8), 0, &handle,
                &pitch, &bytes)
        }
        let base: UnsafeMutableRawPointer
        do throws(SystemError) {
            try LibDRM.call("drmModeAddFB2", raw, "make a framebuffer on", path) {
                drmModeAddFB2(
                    raw, UInt32(size.width), UInt32(size.height), code, [handle, 0, 0, 0],
                    [pitch, 0, 0, 0], [0, 0, 0, 0], &framebuffer, 0)
            }
            try LibDRM.call("drmModeMapDumbBuffer", raw, "map memory of", path) {
                drmModeMapDumbBuffer(raw, handle, &offset)
            }
            let count = Int(bytes)
            let place = off_t(offset)
            let address = try Syscall.run("mmap", descriptor: raw, path: path) {
                Int(bitPattern: mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, raw, place))
            }.get("map memory of", path)
            base = UnsafeMutableRawPointer(bitPattern: address)!
        } catch {
            if framebuffer != 0 { drmModeRmFB(raw, framebuffer) }
            drmModeDestroyDumbBuffer(raw, handle)
            throw error
        }
        self.raw = raw
        self.handle = handle
        self.bytes = Int(bytes)
        self.framebuffer = framebuffer
        surface = Surface(base: base, size: size, stride: Int(pitch), format: format)
    }

    func remove() {
        if isRemoved { return }
        isRemoved = true
        drmModeRmFB(raw, framebuffer)
        munmap(surface.base, bytes)
        drmModeDestroyDumbBuffer(raw, handle)
    }
}
