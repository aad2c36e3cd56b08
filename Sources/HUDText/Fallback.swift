internal import Glibc

/// Where faces are found for characters that a label's own face lacks.
public enum Fallback: Equatable, Sendable {
    /// Nowhere: a box stands for each.
    case none
    /// In these files, in this order.
    case files([String])
    /// Wherever fontconfig knows one. It is loaded with the first character that needs it, and not before; where
    /// it is not installed this is `none`.
    case system
}

/// The faces that stand in, each opened when it is first needed.
final class FallbackFaces {
    /// What is asked for at once.
    struct Wish {
        /// Characters as a reader counts them, each of the scalars that a face must have for it.
        var clusters: [[Unicode.Scalar]]
        /// Whether they are to be in colour.
        var isColored = false
        /// The language they are in, if anything says so.
        var language: String?
    }

    private struct Key: Hashable {
        let cluster: [Unicode.Scalar]
        let isColored: Bool
        let language: String?
    }

    private let source: Fallback
    private let freeType: FreeType
    private var fontconfig: Fontconfig??
    private var faces: [String: Face] = [:]
    private var known = Cache<Key, Face?>(limit: 1 << 13)

    /// Where a thousand fonts are installed not all of them are opened.
    private static let mostFaces = 24

    init(_ source: Fallback, _ freeType: FreeType) {
        self.source = source
        self.freeType = freeType
    }

    /// The face for each cluster of a wish; nil where there is none.
    func faces(for wish: Wish) -> [[Unicode.Scalar]: Face] {
        var found: [[Unicode.Scalar]: Face] = [:]
        if source == .none { return found }
        var open: [[Unicode.Scalar]] = []
        for cluster in Set(wish.clusters) {
            let key = Key(cluster: cluster, isColored: wish.isColored, language: wish.language)
            if let answer = known.value(for: key, cost: { _ in 1 }) {
                found[cluster] = answer
            } else {
                open.append(cluster)
            }
        }
        if open.isEmpty { return found }
        for (cluster, face) in search(open, wish) { found[cluster] = face }
        for cluster in open {
            let key = Key(cluster: cluster, isColored: wish.isColored, language: wish.language)
            known.insert(found[cluster], for: key, cost: 1)
        }
        return found
    }

    /// A face for text of any kind: the system's own choice.
    func anyFace() -> Face? {
        guard source == .system, let match = system()?.match([], isColored: false, language: nil) else {
            return nil
        }
        return face(match).flatMap { $0.strike == nil ? $0 : nil }
    }

    private func search(_ clusters: [[Unicode.Scalar]], _ wish: Wish) -> [[Unicode.Scalar]: Face] {
        var found: [[Unicode.Scalar]: Face] = [:]
        var open = clusters
        func take(_ face: Face?) -> Bool {
            guard let face, face.isColored == wish.isColored else { return false }
            let covered = open.filter { face.covers($0) }
            for cluster in covered { found[cluster] = face }
            open.removeAll { found[$0] != nil }
            return !covered.isEmpty
        }
        switch source {
        case .none:
            break
        case .files(let files):
            for file in files where !open.isEmpty { _ = take(face((file, 0))) }
        case .system:
            // The best match lacks the fewest of the characters. If it has none of them, no font has one.
            while !open.isEmpty,
                let match = system()?.match(
                    open.flatMap { $0 }, isColored: wish.isColored, language: wish.language)
            {
                if !take(face(match)) { break }
            }
        }
        return found
    }

    private func face(_ match: (path: String, index: Int)) -> Face? {
        let name = "\(match.path):\(match.index)"
        if let face = faces[name] { return face }
        guard faces.count < FallbackFaces.mostFaces else { return nil }
        let face = try? Face(match.path, index: match.index, freeType, standsIn: true)
        faces[name] = face
        return face
    }

    private func system() -> Fontconfig? {
        if let fontconfig { return fontconfig }
        let opened = Fontconfig()
        fontconfig = .some(opened)
        return opened
    }
}
