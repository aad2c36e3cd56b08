// A program that owns its display: here a picture in memory, of which one frame goes into a file.
import HUDImage
import HUDPixels
import HUDScene

let size = Size(width: 320, height: 200)
let hud = try EmbeddedHUD(screen: size)
hud.show(HUD(label: "Tagged"), at: 0)

var time: Int64 = 0
var frames = 0
while !hud.isHidden(at: time) {
    // What the program itself shows; a real one would draw only what has changed.
    let frame = Image(size: size, color: Color(red: 128, green: 128, blue: 128))
    frame.withSurface { hud.render(into: $0, at: time) }
    if frames == 30, CommandLine.arguments.count > 1 {
        try frame.withSurface { try PNG.write($0, to: CommandLine.arguments[1]) }
    }
    frames += 1
    time += 16_666_667
}
print("\(frames) frames")
