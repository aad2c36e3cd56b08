internal import CLinux
internal import Glibc
internal import Synchronization

/// The seam under every wrapper of this module: one place retries EINTR, one place reads `errno`, and a test
/// can make any call fail.
package enum Syscall {
    /// A call about to be made.
    package struct Call: Sendable {
        /// The system call's name: "open", "ioctl", "pwrite"...
        package let name: String
        /// The descriptor it works on, or -1.
        package let descriptor: Int32
        /// The path that it opens, or an ioctl's request; else empty and 0.
        package let path: String
        package let request: UInt
    }

    private static let armed = Atomic<Bool>(false)
    private static let fault = Mutex<(@Sendable (Call) -> Int32?)?>(nil)

    /// From now on `body` is asked before each call; an errno it returns is what the call answers.
    package static func inject(_ body: @escaping @Sendable (Call) -> Int32?) {
        fault.withLock { $0 = body }
        armed.store(true, ordering: .releasing)
    }

    /// Ends `inject`.
    package static func stopInjecting() {
        armed.store(false, ordering: .releasing)
        fault.withLock { $0 = nil }
    }

    /// Makes a call that answers -1 and `errno` on failure; EINTR is retried.
    package static func run<Value: FixedWidthInteger>(
        _ name: String, descriptor: Int32 = -1, path: String = "", request: UInt = 0,
        _ body: () -> Value
    ) -> Outcome<Value> {
        while true {
            var code: Int32 = 0
            if armed.load(ordering: .acquiring) {
                let call = Call(name: name, descriptor: descriptor, path: path, request: request)
                code = fault.withLock { $0 }?(call) ?? 0
            }
            if code == 0 {
                let value = body()
                if value != -1 { return .value(value) }
                code = errno
            }
            if code != EINTR { return .failure(code) }
        }
    }

    package enum Outcome<Value> {
        case value(Value)
        case failure(Int32)

        package func get(_ operation: String, _ subject: @autoclosure () -> String) throws(SystemError)
            -> Value
        {
            switch self {
            case .value(let value): return value
            case .failure(let code): throw SystemError(operation, subject(), code: code)
            }
        }
    }
}
