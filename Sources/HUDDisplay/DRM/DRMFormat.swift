internal import CDRM
internal import HUDPixels

/// The formats of DRM that the HUD is drawn in.
enum DRMFormat {
    static let argb8888 = CDRM_FORMAT_ARGB8888

    /// How its pixels lie in memory; nil for one that is not drawn in.
    static func pixels(_ code: UInt32) -> PixelFormat? {
        switch code {
        case CDRM_FORMAT_ARGB8888: .argb8888
        case CDRM_FORMAT_XRGB8888: .xrgb8888
        case CDRM_FORMAT_ABGR8888: .abgr8888
        case CDRM_FORMAT_XBGR8888: .xbgr8888
        case CDRM_FORMAT_RGB888: .rgb888
        case CDRM_FORMAT_BGR888: .bgr888
        case CDRM_FORMAT_RGB565: .rgb565
        case CDRM_FORMAT_BGR565: .bgr565
        case CDRM_FORMAT_XRGB1555: .xrgb1555
        default: nil
        }
    }

    /// "XR24": its four characters.
    static func name(_ code: UInt32) -> String {
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        return String(decoding: characters.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self)
    }

    /// Row by row.
    static func isLinear(_ modifier: UInt64?) -> Bool {
        modifier == nil || modifier == CDRM_MODIFIER_LINEAR || modifier == CDRM_MODIFIER_INVALID
    }
}
