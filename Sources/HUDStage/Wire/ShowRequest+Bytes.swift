internal import HUDDisplay
internal import HUDInput
internal import HUDScene

/// A request as bytes, for a process that lives already. Its parts are written as the command line and files say them, so that
/// one reader checks them wherever they come from.
extension ShowRequest {
    /// More than any caller knows beforehand.
    private static let mostSuccessors: UInt64 = 64

    /// nil where it cannot travel: it goes by a descriptor, or into a file, of the process that makes it.
    package var bytes: [UInt8]? {
        guard let display = placement.display.text else { return nil }
        var writer = PartWriter()
        writer.add(hud.bytes)
        writer.add(style.theme.ini)
        writer.add((style.scale ?? 0).bitPattern)
        for text in [style.font, style.detailFont, placement.output] { writer.add(text ?? "") }
        for number in [duration, grace, least, input.maxBlock, input.settle] { writer.add(number) }
        writer.add(display)
        writer.add(placement.rotation.text)
        writer.add(input.rules.policy?.rawValue ?? "")
        for lines in [input.rules.forbidden.map(\.rawValue).sorted(), input.rules.rules.map(\.description)] {
            writer.add(UInt64(lines.count))
            lines.forEach { writer.add($0) }
        }
        writer.add([hasBell, wantsRecords, isVerbose].map { $0 ? 1 : 0 })
        writer.add(UInt64(successors.map { $0.count + 1 } ?? 0))
        successors?.forEach { writer.add($0.bytes) }
        return writer.bytes
    }

    /// nil where anything in the bytes cannot be.
    package init?(bytes: [UInt8]) {
        var reader = PartReader(bytes[...])
        guard let hud = reader.next().flatMap({ HUD(bytes: Array($0)) }), let ini = reader.text(),
            let theme = try? Theme(ini: ini, file: "the request's theme"),
            let scale = reader.number().map(Double.init(bitPattern:)), scale == 0 || (1...8).contains(scale),
            let font = reader.text(), let detailFont = reader.text(), let output = reader.text()
        else { return nil }
        self.init(hud: hud)
        style.theme = theme
        style.scale = scale == 0 ? nil : scale
        (style.font, style.detailFont) = (font.isEmpty ? nil : font, detailFont.isEmpty ? nil : detailFont)
        placement.output = output.isEmpty ? nil : output

        let times = (0..<5).compactMap { _ in reader.signed().flatMap { $0 < 0 ? nil : $0 } }
        guard times.count == 5, let display = reader.text().flatMap(DisplayChoice.init),
            display.text != nil, let rotation = reader.text().flatMap(Rotation.init),
            let policy = reader.text()
        else { return nil }
        (duration, grace, least) = (times[0], times[1], times[2])
        (input.maxBlock, input.settle) = (times[3], times[4])
        (placement.display, placement.rotation) = (display, rotation)

        input.rules.policy = InputPolicy(rawValue: policy)
        guard policy.isEmpty || input.rules.policy != nil,
            let forbidden = reader.list(EscapeChord.init(rawValue:)), let rules = reader.list(InputRule.init),
            let flags = reader.next().map(Array.init), flags.count == 3, flags.allSatisfy({ $0 < 2 }),
            let successorCount = reader.number(), successorCount <= Self.mostSuccessors
        else { return nil }
        (input.rules.forbidden, input.rules.rules) = (Set(forbidden), rules)
        (hasBell, wantsRecords, isVerbose) = (flags[0] == 1, flags[1] == 1, flags[2] == 1)
        if successorCount == 0 { return }
        let successors = (1..<successorCount).compactMap { _ in
            reader.next().flatMap { HUD(bytes: Array($0)) }
        }
        guard successors.count + 1 == successorCount else { return nil }
        self.successors = successors
    }
}

extension PartReader {
    /// How many follow, then a text for each.
    fileprivate mutating func list<Element>(_ read: (String) -> Element?) -> [Element]? {
        guard let count = number(), count <= 4096 else { return nil }
        let elements = (0..<count).compactMap { _ in text().flatMap(read) }
        return elements.count == count ? elements : nil
    }
}
