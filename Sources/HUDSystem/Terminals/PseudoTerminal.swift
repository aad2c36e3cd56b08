internal import CLinux
internal import Glibc

/// A terminal that this process plays for a command (pty(7)).
package final class PseudoTerminal {
    /// What the command prints comes out here, and what it is to read goes in; neither is waited for. Reads fail with EIO
    /// once every process has closed the other side.
    package let controller: FileDescriptor
    /// The other side's name.
    package let path: String
    private var owner: FileDescriptor?

    /// A new one.
    ///
    /// - Throws: where the system has none to give, or no file system that names them.
    package init() throws(SystemError) {
        var name = [CChar](repeating: 0, count: 64)
        let raw = try Syscall.run("ptmx") { clinux_open_terminal(&name, name.count) }.get(
            "open", "a terminal")
        let end = name.firstIndex(of: 0) ?? 0
        path = String(decoding: name[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        controller = FileDescriptor(owning: raw, path: "a terminal")
        owner = try FileDescriptor.open(path, [.readWrite, .noTerminal])
    }

    /// Gives it the settings and the size of a terminal that is there.
    package func copySettings(of terminal: Int32) {
        var settings = termios()
        if tcgetattr(terminal, &settings) == 0 { tcsetattr(controller.raw, TCSANOW, &settings) }
        copySize(of: terminal)
    }

    /// What the command prints goes on as it is: no line end is changed.
    package func leaveLineEnds() {
        var settings = termios()
        guard tcgetattr(controller.raw, &settings) == 0 else { return }
        settings.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(controller.raw, TCSANOW, &settings)
    }

    /// Gives the command something to read; returns how much of it there was room for.
    package func write(_ bytes: [UInt8]) -> Int { max(0, Glibc.write(controller.raw, bytes, bytes.count)) }

    /// Gives it the size of a terminal that is there. Its foreground processes get SIGWINCH from the kernel.
    package func copySize(of terminal: Int32) {
        var size = winsize()
        if clinux_ioctl(terminal, UInt(CLINUX_TIOCGWINSZ), &size) == 0 {
            _ = clinux_ioctl(controller.raw, UInt(CLINUX_TIOCSWINSZ), &size)
        }
    }

    /// The other side is left to the command: it ends when the last process closes it.
    package func leaveToCommand() { owner = nil }

    /// The process group that has it now; nil where none has.
    package var foregroundGroup: Int32? {
        let group = tcgetpgrp(controller.raw)
        return group > 0 ? group : nil
    }

    /// The byte that a person types to stop the command (Ctrl+Z); nil where the command reads every key itself.
    package var stopKey: UInt8? {
        var settings = termios()
        guard tcgetattr(controller.raw, &settings) == 0, settings.c_lflag & tcflag_t(ISIG) != 0 else {
            return nil
        }
        let key = settings.c_cc.10  // VSUSP
        return key == 0 ? nil : key
    }
}
