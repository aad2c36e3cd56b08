package import HUDSystem

/// Which program is a card's DRM master.
package enum DisplayOwner {
    /// Who is master of the card at `path`; else, where the kernel does not tell the caller, a program that has the
    /// card open; nil where not even that can be seen.
    static func find(card path: String) -> FileHolder? {
        let number = path.reversed().prefix { $0.isNumber }.reversed()
        if let clients = Files.text("/sys/kernel/debug/dri/\(String(number))/clients") {
            return master(in: clients)
        }
        return FileHolder(of: path)
    }

    /// The master in debugfs' list of a card's clients.
    ///
    /// Newer kernels have more columns at the end, and a program's name may hold spaces: the row is known by
    /// "pid, device, y or n (master), y or n (authenticated)" in a row.
    package static func master(in clients: String) -> FileHolder? {
        for line in clients.split(separator: "\n") {
            let words = line.split(separator: " ")
            let flags: Set<Substring> = ["y", "n"]
            guard
                let start = words.indices.first(where: {
                    $0 > 0 && $0 + 3 < words.count && Int(words[$0]) != nil && Int(words[$0 + 1]) != nil
                        && flags.contains(words[$0 + 2]) && flags.contains(words[$0 + 3])
                }), words[start + 2] == "y", let id = Int(words[start])
            else { continue }
            return FileHolder(processID: id, program: words[..<start].joined(separator: " "))
        }
        return nil
    }
}
