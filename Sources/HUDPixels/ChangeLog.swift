/// Where the last few changes of a layer were. A screen that shows an older version copies only these places.
///
/// A version counts only once it has been read. All changes between two reads of `version` are one change, because no
/// screen can have copied the layer between them.
struct ChangeLog {
    /// How many changes are remembered: more than a display has buffers. A buffer that is older is copied whole.
    private static let capacity = 4

    private var number = 0
    /// `version` has been read since the last change.
    private var isSeen = true
    private var newest: [Rect] = []

    /// The number of the changes so far.
    var version: Int {
        mutating get {
            isSeen = true
            return number
        }
    }

    mutating func add(_ rect: Rect) {
        if isSeen {
            number += 1
            isSeen = false
            if newest.count == Self.capacity { newest.removeFirst() }
            newest.append(rect)
        } else {
            newest[newest.count - 1] = newest[newest.count - 1].union(rect)
        }
    }

    /// The smallest rectangle that holds all changes after `version`; nil where that version is too old to be known.
    func changes(since version: Int) -> Rect? {
        let count = number - version
        guard 0...newest.count ~= count else { return nil }
        return newest.suffix(count).reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }
}
