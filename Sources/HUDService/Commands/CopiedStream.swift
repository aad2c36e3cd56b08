internal import HUDSystem

/// What a command prints, on its way to where it would have gone: how far the command has come is looked for in it.
final class CopiedStream {
    enum Target: Int32 {
        case output = 1
        case errors = 2
    }

    private let source: FileDescriptor
    private let target: Target
    private var reader = LineReader()
    private var printed = PrintedProgress()
    private var quiet = QuietLine()

    /// - Parameter source: where it comes from.
    init(_ source: consuming FileDescriptor, to target: Target) {
        self.source = source
        self.target = target
    }

    /// Readable when there is something to copy.
    var descriptor: Int32 { source.raw }

    /// When `unfinishedPart` has something to look at.
    var nextLook: Int64 { quiet.next }

    /// Copies what has come; the last progress in it, as a part of 1, and whether there is more to come. Where its reader
    /// has gone there is not: the command is to see that, too.
    func copy() -> (part: Double?, isOpen: Bool) {
        var part: Double?
        var isBroken = false
        let isOpen: Bool
        do throws(SystemError) {
            isOpen = try reader.read(
                from: source,
                copy: { [target] in isBroken = !StandardStreams.write(Array($0), to: target.rawValue) }
            ) { [self] line, _ in part = printed.part(in: line) ?? part }
        } catch {
            // A terminal's other side ends with EIO.
            return (nil, error.isBusy)
        }
        quiet.begin(at: Clock.now())
        return (part, isOpen && !isBroken)
    }

    /// The progress in a line that has not ended, once nothing has come for a moment.
    func unfinishedPart(at now: Int64) -> Double? {
        quiet.isDue(at: now) ? printed.part(in: reader.unfinished) : nil
    }
}
