internal import Glibc
internal import Synchronization

/// A place for one message from a process to another one, of which the newest counts: the writer never waits, and the
/// reader never lags behind.
///
/// It is a file in memory that both processes have, because one was split off from the other. Its head says where the
/// newest message lies; each new one is written beside the one before, and the head last.
package final class LatestMessage: Sendable {
    private let file: FileDescriptor
    /// The head as this process wrote or read it last.
    private let head = Mutex(Head())

    private struct Head: Equatable {
        /// Counts the messages; 0: none yet.
        var number: UInt64 = 0
        var offset: UInt64 = 32
        var count: UInt64 = 0

        /// The number stands at both ends: a head that is being written differs from itself.
        var bytes: [UInt8] {
            [number, offset, count, number].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
            }
        }

        init() {}

        init?(_ bytes: [UInt8]) {
            let words = Swift.stride(from: 0, to: 32, by: 8).map { start in
                bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
            guard words[0] == words[3] else { return nil }
            (number, offset, count) = (words[0], words[1], words[2])
        }
    }

    /// Nothing is there yet.
    ///
    /// - Throws: where the system has no descriptor or no memory left.
    package init() throws(SystemError) {
        file = try FileDescriptor.inMemory("message")
        try file.write(Head().bytes)
    }

    /// What a process that shall have it must not close.
    package var descriptor: Int32 { file.raw }

    /// Puts a message there, in the place of the one before.
    ///
    /// - Throws: where there is no memory for it; the one before stands then.
    package func put(_ message: [UInt8]) throws(SystemError) {
        var new = head.withLock { $0 }
        let (room, size) = (new.offset - 32, UInt64(message.count))
        // The reader may be reading the one before.
        new.offset = room >= size ? 32 : new.offset + new.count
        new.count = size
        new.number += 1
        try file.write(message, at: Int(new.offset))
        try file.write(new.bytes, at: 0)
        head.withLock { [new] in $0 = new }
    }

    /// The newest message; nil where this has returned it before, or there is none.
    package func take() -> [UInt8]? {
        while true {
            guard let found = readHead(), found.number != head.withLock({ $0.number }) else { return nil }
            var message = [UInt8](repeating: 0, count: Int(found.count))
            let count = message.isEmpty ? 0 : try? file.read(into: &message, from: Int(found.offset))
            // It stands as long as the head does.
            guard count == message.count, readHead() == found else { continue }
            head.withLock { $0 = found }
            return message
        }
    }

    private func readHead() -> Head? {
        var bytes = [UInt8](repeating: 0, count: 32)
        while true {
            guard (try? file.read(into: &bytes, from: 0)) == 32 else { return nil }
            if let head = Head(bytes) { return head }
        }
    }
}
