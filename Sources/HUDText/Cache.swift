/// Values that took long to make, kept while there is room. When the cache is full, the values that were not used since
/// it was last full are dropped first.
package struct Cache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var cost = 0
    /// No more than this is kept, in the unit of `cost` below.
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    /// How many values there are.
    package var count: Int { young.count + old.keys.count { young[$0] == nil } }

    /// The value for `key`; nil if it was never made, or is gone.
    package mutating func value(for key: Key, cost: (Value) -> Int) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        insert(value, for: key, cost: cost(value))
        return value
    }

    /// Keeps a value.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        if self.cost + cost > limit / 2 {
            old = young
            young = [:]
            self.cost = 0
        }
        guard cost <= limit / 2 else { return }
        young[key] = value
        self.cost += cost
    }
}
