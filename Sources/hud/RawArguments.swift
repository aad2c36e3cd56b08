import HUDConfiguration
import HUDSystem

/// The program's arguments as text. What is not UTF-8 is refused and not repaired: a label must not be shown repaired.
enum RawArguments {
    static func read() throws(Failure) -> [String] {
        var arguments: [String] = []
        for (index, bytes) in ProgramArguments.bytes.enumerated().dropFirst() {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(
                    ExitCode.badData,
                    "argument \(index) is not UTF-8: the byte at offset \(UTF8Text.firstBadByte(bytes)) cannot stand there"
                )
            }
            arguments.append(text)
        }
        return arguments
    }
}
