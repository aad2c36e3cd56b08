import CPixman
import HUDPixels

/// A surface as pixman sees it.
final class PixmanImage {
    let image: OpaquePointer

    init(_ surface: Surface) {
        let format: pixman_format_code_t =
            switch surface.format {
            case .rgb565: PIXMAN_r5g6b5
            case .xrgb8888: PIXMAN_x8r8g8b8
            default: PIXMAN_a8r8g8b8
            }
        image = pixman_image_create_bits_no_clear(
            format, Int32(surface.size.width), Int32(surface.size.height),
            surface.base.assumingMemoryBound(to: UInt32.self), Int32(surface.stride))
    }

    /// 8-bit coverage; rows that are no whole words are copied into such.
    init(_ mask: Mask) {
        let (width, height) = (mask.size.width, mask.size.height)
        image = pixman_image_create_bits(PIXMAN_a8, Int32(width), Int32(height), nil, 0)
        let base = UnsafeMutableRawPointer(pixman_image_get_data(image)!)
        let stride = Int(pixman_image_get_stride(image))
        for y in 0..<height {
            for x in 0..<width {
                (base + y * stride + x).storeBytes(of: mask.coverage[y * width + x], as: UInt8.self)
            }
        }
    }

    init(_ color: Color) {
        func wide(_ byte: UInt8) -> UInt16 { UInt16(byte) * UInt16(color.alpha) / 255 * 257 }
        var solid = pixman_color_t(
            red: wide(color.red), green: wide(color.green), blue: wide(color.blue),
            alpha: UInt16(color.alpha) * 257)
        image = pixman_image_create_solid_fill(&solid)
    }

    /// Only for a source: each of its pixels becomes `scale` of the target's, with what is between them mixed.
    func zoom(_ scale: Double) {
        var matrix = pixman_transform_t()
        pixman_transform_init_scale(&matrix, fixed(1 / scale), fixed(1 / scale))
        pixman_image_set_transform(image, &matrix)
        pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, nil, 0)
    }

    private func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t(value * 65536) }

    func over(_ target: PixmanImage, mask: PixmanImage? = nil, _ rect: Rect) {
        pixman_image_composite32(
            PIXMAN_OP_OVER, image, mask?.image, target.image, 0, 0, 0, 0, Int32(rect.x), Int32(rect.y),
            Int32(rect.width), Int32(rect.height))
    }

    deinit {
        pixman_image_unref(image)
    }
}
