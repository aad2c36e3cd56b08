package import HUDSystem

/// Takes what a program prints from a descriptor, in whatever pieces it comes, and hands on its lines as a terminal would
/// show them.
package struct LineReader {
    private var line = TerminalLine()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Nothing read yet.
    package init() {}

    /// What has been printed of a line that has not ended.
    package var unfinished: [Unicode.Scalar] { line.text }

    /// Ends the line that has not ended.
    package mutating func endLine(_ handOn: ([Unicode.Scalar], TerminalLine.Ending) -> Void) {
        line.end(handOn)
    }

    /// Reads once, waiting for something to read.
    ///
    /// - Parameters:
    ///   - file: where to read from; it stays the caller's.
    ///   - copy: gets the bytes as they are.
    ///   - handOn: gets each line that has ended or is about to be redrawn.
    /// - Returns: false at the end of the input.
    /// - Throws: what read(2) says; nothing has been taken then.
    package mutating func read(
        from file: borrowing FileDescriptor, copy: (ArraySlice<UInt8>) -> Void = { _ in },
        _ handOn: ([Unicode.Scalar], TerminalLine.Ending) -> Void
    ) throws(SystemError) -> Bool {
        let count = try file.read(into: &buffer)
        if count == 0 {
            line.end(handOn)
            return false
        }
        copy(buffer[..<count])
        line.take(buffer[..<count], handOn)
        return true
    }
}
