package import HUDInput

/// As a message carries it: fields, each on a line of its own.
extension InputRecord {
    package var fields: String {
        let numbers = [discarded, held, replayed, lost, overflows, halfHeard].map(String.init)
        let words = [path, name, String(kind.rawValue), policy.rawValue, reason, state.rawValue]
        return (words + numbers).map { word in
            String(word.prefix(256).map { $0.isNewline ? " " : $0 })
        }.joined(separator: "\n")
    }

    package init?(fields: String) {
        let words = fields.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let numbers = words.dropFirst(6).compactMap { Int($0) }
        guard words.count == 12, numbers.count == 6, let kind = Int(words[2]).flatMap(InputKind.init),
            let policy = InputPolicy(rawValue: words[3]), let state = State(rawValue: words[5])
        else { return nil }
        self.init(path: words[0], name: words[1], kind: kind, policy: policy, reason: words[4])
        self.state = state
        (discarded, held, replayed) = (numbers[0], numbers[1], numbers[2])
        (lost, overflows, halfHeard) = (numbers[3], numbers[4], numbers[5])
    }
}
