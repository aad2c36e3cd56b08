internal import Glibc

/// Messages that wait until the other end of a channel takes them. The process that sends never waits for a reader that
/// stands still, and it knows what has not arrived.
///
/// Used by one thread.
package final class Outbox {
    /// How many messages wait at most before those that may be dropped are.
    private static let most = 256
    /// How long the channel is left alone when it had no room, in nanoseconds.
    private static let pause: Int64 = 10_000_000

    private struct Letter {
        let message: [UInt8]
        /// A copy of the descriptor that goes with it.
        let file: FileHandle?
    }

    /// Owns a descriptor in an array, which cannot hold what is not copyable.
    private final class FileHandle {
        let file: FileDescriptor

        /// A copy; nil where there is no number left for it.
        init?(_ raw: Int32) {
            do throws(SystemError) {
                file = try FileDescriptor.duplicate(raw: raw, path: "a descriptor to send")
            } catch {
                return nil
            }
        }
    }

    private let channel: Channel
    private var waiting: [Letter] = []
    /// How many messages were dropped, because the other end did not read them in time.
    package private(set) var dropped = 0

    package init(_ channel: Channel) {
        self.channel = channel
    }

    /// Whether everything has been sent, or the other end is gone.
    package var isEmpty: Bool { waiting.isEmpty }

    /// When `flush` is worth a try; `.max` where nothing waits.
    package var nextTry: Int64 { waiting.isEmpty ? .max : Clock.now() + Self.pause }

    /// Sends a message now, or when there is room.
    ///
    /// - Parameters:
    ///   - descriptor: what goes with it; a copy is kept as long as the message waits.
    ///   - mayBeDropped: it is, where very much waits already.
    package func send(_ message: [UInt8], with descriptor: Int32? = nil, mayBeDropped: Bool = false) {
        flush()
        if waiting.isEmpty {
            if channel.offer(message, with: descriptor) != .full { return }
        } else if mayBeDropped, waiting.count >= Self.most {
            dropped += 1
            return
        }
        waiting.append(Letter(message: message, file: descriptor.flatMap(FileHandle.init)))
    }

    /// Sends of what waits as much as there is room for.
    package func flush() {
        while let letter = waiting.first {
            switch channel.offer(letter.message, with: letter.file?.file.raw) {
            case .full: return
            case .sent: waiting.removeFirst()
            case .gone: waiting.removeAll()
            }
        }
    }

    /// Waits until everything is sent or the other end is gone, at the latest until `deadline`.
    ///
    /// - Returns: false where something is not sent.
    package func flush(until deadline: Int64) -> Bool {
        flush()
        while !waiting.isEmpty, Clock.now() < deadline {
            Clock.sleep(until: min(deadline, Clock.now() + Self.pause))
            flush()
        }
        return waiting.isEmpty
    }
}
