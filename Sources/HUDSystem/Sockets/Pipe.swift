internal import CLinux

/// A way for bytes from one process to another (pipe(2)). Neither end is inherited by a program that this process starts.
package final class Pipe {
    /// Where they come out.
    package let outlet: FileDescriptor
    /// Where they go in.
    package let inlet: Int32
    private var owner: FileDescriptor?

    /// Both ends open.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try Syscall.run("pipe2") { clinux_pipe(&ends) }.get("create", "a pipe")
        outlet = FileDescriptor(owning: ends[0], path: "a pipe")
        inlet = ends[1]
        owner = FileDescriptor(owning: ends[1], path: "a pipe")
    }

    /// Leaves it to those who have been given the inlet: when they are gone, too, the outlet ends.
    package func closeInlet() { owner = nil }
}
