// What the pixels cost beside pixman and cairo, with the bars that they are held to.
//
//   pixels [--v3] [ROUNDS] [PART OF A NAME]
import Glibc
import KioskHUD

let words = CommandLine.arguments.dropFirst().filter { $0 != "--v3" }
let rounds = words.compactMap { Int($0) }.first ?? 31
let wanted = words.first { Int($0) == nil }

guard let content = Content() else {
    print("pixels: no font found: apt install fonts-dejavu-core")
    exit(69)
}

func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

func decimals(_ value: Double, _ count: Int) -> String {
    var text = String(Int((value * (count == 2 ? 100 : 1000)).rounded()))
    while text.count <= count { text = "0" + text }
    text.insert(".", at: text.index(text.endIndex, offsetBy: -count))
    return text
}

print(column("work", 52), column("size", 10), column("ns/px", 7), "theirs  bar          ratio")

for contest in Contests(content).all() {
    if let wanted, !contest.name.contains(wanted) { continue }
    let result = contest.run(rounds: rounds)
    let bar = contest.bar.map { "\(decimals($0, 2)) \(result.ratio <= $0 ? "met   " : "NOT MET")" } ?? ""
    print(
        column(contest.name, 52), column(contest.size, 10), column(decimals(result.ours, 3), 7),
        column(decimals(result.theirs, 3), 7), column(bar, 12), decimals(result.ratio, 2))
    fflush(nil)
}

if wanted == nil || wanted == "frames" {
    print("\nallocations of a show's frames after the first; the bar is 0")
    for (name, frames, count) in Frames(content).allocations() {
        print("  \(column(name, 10)) \(frames) frames: \(count) \(count == 0 ? "met" : "NOT MET")")
    }
}
