/// Memory that a layer keeps for the rows of a frame, so that frames after the first allocate nothing.
final class Scratch {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    /// At least `bytes` bytes, their content undefined, good until the next call.
    func reserve(_ bytes: Int) -> UnsafeMutableRawPointer {
        if let base, bytes <= capacity { return base }
        base?.deallocate()
        let grown = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        base = grown
        capacity = bytes
        return grown
    }

    deinit {
        base?.deallocate()
    }
}
