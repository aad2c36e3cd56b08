import HUDPixels
import Testing

@Suite struct PixelFormatTests {
    @Test func sampleFormatsCanBeDrawnOn() {
        for format in PixelFormat.samples { #expect(format.isSupported, "\(format)") }
    }

    @Test(arguments: [
        (PixelFormat.fields(2, (0, 0), (0, 0), (0, 0)), "no colours"),
        (.fields(4, (16, 8), (8, 8), (0, 0)), "no blue"),
        (.fields(4, (16, 8), (8, 8), (4, 8)), "fields that overlap"),
        (.fields(4, (16, 8), (8, 8), (0, 8), (20, 8)), "an alpha over red"),
        (.fields(3, (20, 8), (8, 8), (0, 8)), "a field past the end"),
        (.fields(4, (-8, 8), (8, 8), (16, 8)), "a field before the start"),
        (.fields(4, (0, 20), (20, 6), (26, 6)), "a field too long"),
        (.fields(8, (0, 16), (16, 16), (32, 16)), "eight bytes"),
        (.fields(1, (0, 8), (0, 8), (0, 8), (4, 4)), "an alpha over grey"),
        (.fields(2, (0, 8), (0, 8), (8, 8)), "two channels in one field"),
        (.fields(2, (0, 8), (0, 8), (0, 8), palette: .console), "a palette of two bytes"),
    ]) func refusesWhatItCannotDo(_ format: PixelFormat, _ reason: String) {
        #expect(!format.isSupported, "\(reason)")
    }

    @Test(arguments: [
        (PixelFormat.xrgb8888, "XRGB8888"), (.argb8888, "ARGB8888"), (.xbgr8888, "XBGR8888"),
        (.rgb565, "RGB565"), (.bgr565, "BGR565"), (.xrgb1555, "XRGB1555"), (.rgb888, "RGB888"),
        (.bgr888, "BGR888"), (.fields(4, (24, 8), (16, 8), (8, 8)), "RGBX8888"),
        (.fields(4, (20, 10), (10, 10), (0, 10), (30, 2)), "ARGB2101010"),
        (.fields(2, (8, 4), (4, 4), (0, 4)), "XRGB4444"),
        (.fields(4, (16, 8), (8, 8), (1, 7)), "32 bits r8@16 g8@8 b7@1"),
        (.fields(4, (16, 8), (0, 8), (8, 8), (28, 4)), "32 bits r8@16 g8@0 b8@8 a4@28"),
        (.fields(1, (5, 3), (2, 3), (0, 2)), "RGB332"), (.grey8, "GREY8"), (.c8(.console), "C8"),
        (.fields(1, (4, 4), (4, 4), (4, 4)), "8 bits r4@4 g4@4 b4@4"),
    ]) func isCalledWhatLinuxCallsIt(_ format: PixelFormat, _ name: String) {
        #expect(format.name == name)
    }

    @Test func coloursSurviveTheWayThroughAPixel() {
        for format in PixelFormat.samples where format.isColoured {
            for value in stride(from: 0, through: 255, by: 5) {
                let color = Color(red: UInt8(value), green: UInt8(255 - value), blue: 77)
                let back = format.color(of: format.pixel(of: color))
                for (field, pair) in [
                    (format.red, (color.red, back.red)), (format.green, (color.green, back.green)),
                    (format.blue, (color.blue, back.blue)),
                ] {
                    let step = 255 / (1 << min(field.length, 8) - 1)
                    #expect(abs(Int(pair.0) - Int(pair.1)) <= (step + 1) / 2, "\(format)")
                }
                #expect(format.pixel(of: back) == format.pixel(of: color), "\(format)")
            }
        }
    }
}
