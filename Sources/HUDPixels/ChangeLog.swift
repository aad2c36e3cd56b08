/// Where the last few changes of a layer were, so that whoever has an older one need not take all of it.
///
/// Changes between two looks at the version are one: nobody can have seen the layer between them.
struct ChangeLog {
    /// More than the buffers of any display: one that is older is brought up to date whole.
    private static let capacity = 4

    private var number = 0
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

    /// What holds all changes after `version`; nil where that is not known any more.
    func changes(since version: Int) -> Rect? {
        let count = number - version
        guard 0...newest.count ~= count else { return nil }
        return newest.suffix(count).reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }
}
