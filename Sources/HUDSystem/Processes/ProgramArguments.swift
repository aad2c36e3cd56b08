internal import CLinux
internal import Glibc

/// How this program was started.
package enum ProgramArguments {
    /// The bytes of each argument; first comes what the program was called.
    package static let bytes: [[UInt8]] = {
        var arguments: [[UInt8]] = []
        while let argument = clinux_argument(Int32(arguments.count)) {
            arguments.append(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
        }
        return arguments
    }()
}
