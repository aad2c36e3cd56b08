import Foundation
import Testing

/// The house itself: what README says of the modules is what the sources import, and no file grows out of hand.
struct ArchitectureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private struct Source {
        let module: String
        let path: String
        let lines: [Substring]
    }

    private static func sources() throws -> [Source] {
        let folder = root.appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            return Source(
                module: String(path.prefix { $0 != "/" }), path: path,
                lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// What each module imports of this package; the C libraries count.
    private static func imports() throws -> [String: Set<String>] {
        var imports: [String: Set<String>] = [:]
        for source in try sources() {
            let names = source.lines.compactMap { line -> String? in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index < 2, index + 1 < words.count else {
                    return nil
                }
                return String(words[index + 1])
            }
            let ours = names.filter { name in
                FileManager.default.fileExists(atPath: root.appendingPathComponent("Sources/" + name).path)
            }
            imports[source.module, default: []].formUnion(ours)
        }
        return imports
    }

    /// README's table: a module, what it holds, and what it uses, each name in backquotes.
    private static func table() throws -> [String: Set<String>] {
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        var table: [String: Set<String>] = [:]
        for line in readme.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            let name = cells[0].trimmingCharacters(in: ["`"])
            guard
                FileManager.default.fileExists(atPath: root.appendingPathComponent("Sources/" + name).path)
            else { continue }
            table[name] = Set(
                cells[2].split(separator: " ").map { $0.trimmingCharacters(in: ["`", ","]) }.filter {
                    $0 != "nothing"
                })
        }
        return table
    }

    @Test func theTableOfModulesIsWhatTheyImport() throws {
        let (imports, table) = (try Self.imports(), try Self.table())
        #expect(Set(table.keys) == Set(imports.keys))
        for module in Set(imports.keys).union(table.keys).sorted() {
            let (real, told) = (imports[module, default: []], table[module, default: []])
            #expect(real == told, "\(module) imports \(real.sorted().joined(separator: ", "))")
        }
    }

    @Test func arrowsPointDownOnly() throws {
        var imports = try Self.imports()
        // Modules that import nothing which is left are taken away; in a circle none can be.
        while let free = imports.first(where: { $0.value.allSatisfy { imports[$0] == nil } })?.key {
            imports[free] = nil
        }
        #expect(imports.isEmpty, "a circle: \(imports)")
    }

    @Test func pixelsTextAndScenesKnowNoDisplay() throws {
        let imports = try Self.imports()
        var reached: Set<String> = []
        var next: Set<String> = ["HUDScene"]
        while let module = next.popFirst() {
            guard reached.insert(module).inserted else { continue }
            next.formUnion(imports[module, default: []])
        }
        #expect(reached.isDisjoint(with: ["HUDDisplay", "HUDSystem", "CDRM"]))
    }

    /// Its head says why it is long.
    private static let long: Set<String> = ["HUDPixels/Kernels.swift"]

    @Test func filesAreShort() throws {
        for source in try Self.sources() where !Self.long.contains(source.path) {
            #expect(source.lines.count <= 301, "\(source.path) has \(source.lines.count) lines")
        }
    }

    /// A comment says who or what it means: the program below, another process, the kernel.
    @Test(arguments: ["nobody", "somebody", "whoever", "anybody", "everybody"])
    func commentsNameWhatTheyMean(_ word: String) throws {
        let found = try Self.sources().flatMap { source in
            source.lines.enumerated().filter { $0.element.lowercased().contains(word) }.map {
                "\(source.path):\($0.offset + 1)"
            }
        }
        #expect(found.isEmpty, "\(word): \(found.joined(separator: ", "))")
    }
}
