/// An option of a command. The parser, `--help` and what else explains the program read one table of them.
struct Option: Sendable {
    /// With its dashes: "--icon".
    let name: String
    /// What its value is called ("FILE"); nil: it takes none.
    let value: String?
    /// What it does, in a few words.
    let meaning: String
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// Whether an empty value means something.
    let mayBeEmpty: Bool

    init(
        _ name: String, _ value: String?, _ meaning: String, isRepeatable: Bool = false,
        mayBeEmpty: Bool = false
    ) {
        self.name = name
        self.value = value
        self.meaning = meaning
        self.isRepeatable = isRepeatable
        self.mayBeEmpty = mayBeEmpty
    }

    /// One that takes no value.
    init(_ name: String, _ meaning: String) {
        self.init(name, nil, meaning)
    }

    /// As it is written: "--icon NAME|FILE".
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// Options under one heading of the help.
struct OptionGroup: Sendable {
    let heading: String
    let options: [Option]
}
