/// The program's arguments as text. Swift's own `CommandLine.arguments` repairs what is not UTF-8; a label must
/// not be shown repaired.
enum RawArguments {
    static func read() throws(Failure) -> [String] {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { break }
            let bytes = UnsafeRawBufferPointer(start: argument, count: length(of: argument))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(
                    ExitCode.badData,
                    "argument \(index) is not UTF-8: the byte at offset \(firstBadByte(bytes)) cannot stand there"
                )
            }
            arguments.append(text)
        }
        return arguments
    }

    private static func length(of text: UnsafePointer<CChar>) -> Int {
        var count = 0
        while text[count] != 0 { count += 1 }
        return count
    }

    /// Where the first sequence starts that is not UTF-8.
    static func firstBadByte(_ bytes: some Sequence<UInt8>) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return offset
    }
}
