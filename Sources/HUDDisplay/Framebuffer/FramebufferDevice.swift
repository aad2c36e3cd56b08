internal import CLinux
internal import Glibc
package import HUDPixels
package import HUDSystem

/// A framebuffer: what this module asks of the kernel's fbdev, so that a test can put a file in its place.
///
/// Pixels go by read and write at an offset and never through a mapping: on drivers that copy the memory to the
/// display (all small DRM drivers) a write is shown at once, a store 50 ms later.
package protocol FramebufferDevice: AnyObject {
    var path: String { get }
    /// The driver's name: "vc4drmfb".
    var driver: String { get }

    /// How it lies in memory now.
    func geometry() throws(SystemError) -> FramebufferGeometry
    /// The colours that its pixels' numbers stand for now.
    func palette() throws(SystemError) -> Palette
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError)
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError)
    /// Waits, on whichever thread, for its display to begin a frame; 0 or an errno.
    var waitForFrame: @Sendable () -> Int32 { get }
    /// Lights its display (0), or makes it dark (1 to 4, FBIOBLANK's levels); EBUSY while its card has a master.
    func blank(_ level: Int32) throws(SystemError)
}

extension FramebufferDevice {
    /// Writes all that is seen back as it is, so that a display which has lost its copy gets it anew. Straight after
    /// reading, a few rows at once: what a program draws meanwhile stays. (A write of one row that ends at its end
    /// is never shown by the kernel's DRM emulation.)
    func refresh() throws(SystemError) {
        let geometry = try geometry()
        guard geometry.isSound else { throw SystemError("refresh", path, code: EINVAL) }
        let last = geometry.yOffset + geometry.size.height
        let step = min(4, geometry.size.height)
        let rows = UnsafeMutableRawBufferPointer.allocate(
            byteCount: step * geometry.lineLength, alignment: 64)
        defer { rows.deallocate() }
        for row in stride(from: geometry.yOffset, to: last, by: step) {
            let offset = min(row, last - step) * geometry.lineLength
            try read(into: rows, at: offset)
            try write(UnsafeRawBufferPointer(rows), at: offset)
        }
    }
}

/// A device node of the kernel's.
final class LinuxFramebuffer: FramebufferDevice, Sendable {
    private let file: FileDescriptor
    let path: String
    let driver: String

    /// The kernel's number for framebuffers among its drivers.
    private static let major: UInt32 = 29

    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(device: path, .readWrite, major: Self.major)
        self.path = path
        var fixed = fb_fix_screeninfo()
        try file.ioctl(UInt(FBIOGET_FSCREENINFO), &fixed, "examine")
        driver = withUnsafeBytes(of: fixed.id) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    func geometry() throws(SystemError) -> FramebufferGeometry {
        var variable = fb_var_screeninfo()
        var fixed = fb_fix_screeninfo()
        try file.ioctl(UInt(FBIOGET_VSCREENINFO), &variable, "examine")
        try file.ioctl(UInt(FBIOGET_FSCREENINFO), &fixed, "examine")
        let fields = [variable.red, variable.green, variable.blue, variable.transp]
        let places = fields.map { PixelFormat.Field(offset: Int($0.offset), length: Int($0.length)) }
        // Unknown is 0 or -1; what is over 10 m is nonsense too.
        let sizes = 1..<10_000 as Range<UInt32>
        let isKnown = sizes.contains(variable.width) && sizes.contains(variable.height)
        return FramebufferGeometry(
            size: Size(width: Int(variable.xres), height: Int(variable.yres)),
            virtualSize: Size(width: Int(variable.xres_virtual), height: Int(variable.yres_virtual)),
            xOffset: Int(variable.xoffset), yOffset: Int(variable.yoffset),
            bitsPerPixel: Int(variable.bits_per_pixel), red: places[0], green: places[1],
            blue: places[2], alpha: places[3], lineLength: Int(fixed.line_length),
            memorySize: Int(fixed.smem_len), type: Int(fixed.type), visual: Int(fixed.visual),
            isGrey: variable.grayscale == 1,
            isUnusual: variable.grayscale > 1 || fields.contains { $0.msb_right != 0 },
            millimetres: isKnown ? Size(width: Int(variable.width), height: Int(variable.height)) : nil)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
        try file.read(into: buffer, at: offset)
    }

    func palette() throws(SystemError) -> Palette {
        let count = 256
        // Each colour's red, green and blue, 16 bits each, one array after the other; a map that is shorter leaves
        // the rest black.
        let levels = UnsafeMutablePointer<UInt16>.allocate(capacity: 3 * count)
        defer { levels.deallocate() }
        levels.initialize(repeating: 0, count: 3 * count)
        var map = fb_cmap()
        map.len = UInt32(count)
        map.red = levels
        map.green = levels + count
        map.blue = levels + 2 * count
        try file.ioctl(UInt(FBIOGETCMAP), &map, "ask for the colours of")
        return Palette(
            (0..<count).map { number in
                let level = { (channel: Int) in UInt8(levels[channel * count + number] >> 8) }
                return Color(red: level(0), green: level(1), blue: level(2))
            })
    }

    var waitForFrame: @Sendable () -> Int32 {
        {
            // The first display.
            var number: UInt32 = 0
            do throws(SystemError) {
                try self.file.ioctl(CLINUX_FBIO_WAITFORVSYNC, &number, "wait for")
                return 0
            } catch {
                return error.code
            }
        }
    }

    func blank(_ level: Int32) throws(SystemError) {
        let argument = UnsafeMutableRawPointer(bitPattern: UInt(level))
        try file.ioctl(UInt(FBIOBLANK), argument, level == 0 ? "light" : "darken")
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }
}
