/// A call that blocks, made on a thread of its own whenever it is asked for: the caller goes on, and is told what it
/// answered.
///
/// Used by one thread. A call that never returns keeps its thread, and holds up nothing else.
package final class BlockingCall {
    private let line: Channel
    /// It has been asked for and has not answered.
    package private(set) var isUnderWay = false

    /// Nothing is called yet.
    ///
    /// - Parameter call: gets what `start` was given; answers 0 or an errno.
    package init(_ call: @escaping @Sendable ([UInt8]) -> Int32) throws(SystemError) {
        let (near, far) = try Channel.pair("a thread", "its owner")
        line = near
        try Thread {
            while let argument = far.receive()?.message {
                far.send([UInt8(truncatingIfNeeded: call(argument))])
            }
        }.detach()
    }

    /// Readable when there is a `result`.
    package var descriptor: Int32 { line.descriptor }

    /// Makes the call; not while it is under way.
    ///
    /// - Parameter argument: not empty.
    package func start(_ argument: [UInt8] = [0]) {
        isUnderWay = true
        line.send(argument)
    }

    /// What the call answered, once; nil: nothing yet.
    package func result() -> Int32? { line.hasNext ? wait() : nil }

    /// The same when it has returned; nil where it is not under way.
    package func wait() -> Int32? {
        guard isUnderWay, let answer = line.receive()?.message else { return nil }
        isUnderWay = false
        return answer.first.map(Int32.init)
    }
}
