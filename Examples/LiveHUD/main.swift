// A program that does something while a HUD shows how far it is. The display may be named: auto, fb, png:FILE...
import Glibc
import KioskHUD

var request = ShowRequest(hud: HUD(.busy, label: "Connecting"))
request.duration = .max
if CommandLine.arguments.count > 1, let display = DisplayChoice(CommandLine.arguments[1]) {
    request.placement.display = display
}

// Before anything that starts threads: a process of its own shows the HUD.
let hud = LiveHUD(request, report: { print($0) })
usleep(500_000)
for part in 0...20 {
    hud.update(HUD(.progress(Double(part) / 20), label: "Copying"))
    usleep(30_000)
}
switch hud.finish(HUD(.success, label: "Copied")) {
case .gone: print("shown, and gone")
case .failed(_, let message), .crashed(let message): print("not shown: \(message)")
case .interrupted(let signal): print("ended by signal \(signal)")
}
