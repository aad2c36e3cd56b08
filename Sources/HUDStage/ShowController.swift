internal import HUDDisplay
public import HUDInput
public import HUDScene
public import HUDSystem

/// Who directs a show from another process, as the process that shows it sees him. When he is gone the HUD leaves.
public struct ShowClient {
    let line: Channel

    /// A line for the user.
    public func tell(_ line: String) { self.line.send(.notice(line)) }

    /// What became of an input device.
    public func tell(_ record: InputRecord) { line.send(.input(record)) }
}

/// A show that a process of its own performs, while this one goes on and directs it.
public final class ShowController {
    /// What a show says of itself.
    public enum Event: Equatable, Sendable {
        /// A line for the user.
        case notice(String)
        /// It is on glass.
        case onGlass
        /// What became of an input device.
        case input(InputRecord)
        /// It is over; there is nothing more to come.
        case ended(ShowEnding)
    }

    private let process: Child
    private var isOver = false

    /// Splits the process that performs it. To be called while this one has one thread.
    public init(_ perform: (ShowClient) -> ShowEnding) throws(SystemError) {
        process = try Child.split { line in
            let ending = perform(ShowClient(line: line))
            switch ending {
            case .gone: line.send(.gone)
            case .failed(let kind, let text): line.send(.failed(kind, text))
            case .crashed(let text): line.send(.crashed(text))
            case .interrupted(let signal): line.send(.interrupted(signal))
            }
            return 0
        }
    }

    /// Readable when `next` has something.
    public var descriptor: Int32 { process.channel.descriptor }

    /// Shows a HUD, in place where there is one, for `stay` nanoseconds from now on; `.max`: until it is told to leave.
    public func show(_ hud: HUD, for stay: Int64) { send(hud, .show(stay: stay)) }

    /// Makes the HUD that is to be seen say something else.
    public func update(_ hud: HUD) { send(hud, .update) }

    /// Lets it leave.
    public func hide() { process.channel.offer(.hide) }

    private func send(_ hud: HUD, _ message: Message) {
        guard let file = try? hud.file() else { return }
        process.channel.offer(message, with: file.raw)
    }

    /// Whether `next` would not wait.
    public var hasNext: Bool { process.channel.hasNext }

    /// What it says next, waiting for it; nil when it is over.
    public func next() -> Event? {
        while !isOver {
            guard let (message, descriptor) = process.channel.receiveMessage() else {
                return end(.crashed("the process that shows the HUD has ended"))
            }
            if let descriptor { FileDescriptor.close(raw: descriptor) }
            switch message {
            case .notice(let line): return .notice(line)
            case .onGlass: return .onGlass
            case .input(let record): return .input(record)
            case .gone: return end(.gone)
            case .failed(let kind, let text): return end(.failed(kind, text))
            case .crashed(let text): return end(.crashed(text))
            case .interrupted(let signal): return end(.interrupted(signal: signal))
            default: continue
            }
        }
        return nil
    }

    private func end(_ ending: ShowEnding) -> Event {
        isOver = true
        _ = process.wait()
        return .ended(ending)
    }
}
