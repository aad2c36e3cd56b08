/// Which face draws which character of a text.
struct FaceChoice {
    private let face: Face
    private let fallback: FallbackFaces?

    init(_ face: Face, _ fallback: FallbackFaces?) {
        self.face = face
        self.fallback = fallback
    }

    /// The face for each character as a reader counts them; empty if the own face draws all.
    func faces(_ text: String) -> [Face] {
        guard let fallback, let missing = wishes(text) else { return [] }
        let language = FaceChoice.language(of: text)
        func find(_ clusters: [[Unicode.Scalar]], isColored: Bool) -> [[Unicode.Scalar]: Face] {
            if clusters.isEmpty { return [:] }
            return fallback.faces(
                for: FallbackFaces.Wish(clusters: clusters, isColored: isColored, language: language))
        }
        var found = find(missing.colored, isColored: true)
        for cluster in missing.colored where found[cluster] == nil && face.covers(cluster) {
            found[cluster] = face
        }
        let colourless = missing.plain + missing.colored
        found.merge(find(colourless.filter { found[$0] == nil }, isColored: false)) { $1 }
        found.merge(find(missing.plain.filter { found[$0] == nil }, isColored: true)) { $1 }
        if found.isEmpty { return [] }

        var faces: [Face] = []
        for character in text {
            let cluster = FaceChoice.needed(character)
            if let own = found[cluster] {
                faces.append(own)
            } else if character.isWhitespace, let last = faces.last, last.covers(cluster), !last.isColored {
                faces.append(last)  // words of one face stay together
            } else {
                faces.append(face)
            }
        }
        return faces
    }

    /// What the own face cannot draw, or should not; nil if there is nothing.
    private func wishes(_ text: String) -> (plain: [[Unicode.Scalar]], colored: [[Unicode.Scalar]])? {
        var plain: [[Unicode.Scalar]] = []
        var colored: [[Unicode.Scalar]] = []
        for character in text {
            if character.isASCII, face.hasASCII || character.isWhitespace { continue }
            let cluster = FaceChoice.needed(character)
            if cluster.isEmpty { continue }
            if FaceChoice.isEmoji(character) {
                colored.append(cluster)
            } else if !face.covers(cluster) {
                plain.append(cluster)
            }
        }
        return plain.isEmpty && colored.isEmpty ? nil : (plain, colored)
    }

    /// The scalars that a face must have for a character: all but the invisible ones.
    private static func needed(_ character: Character) -> [Unicode.Scalar] {
        character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    }

    /// Whether a character is a picture unless a face has none (UTS #51).
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        if scalars.contains("\u{FE0F}") { return true }
        return first.properties.isEmojiPresentation && !scalars.contains("\u{FE0E}")
    }

    /// Chinese, Japanese and Korean share characters and draw them differently. Kana and hangul tell which language it is.
    static func language(of text: String) -> String? {
        for scalar in text.unicodeScalars where scalar.value >= 0x1100 {
            if scalar.isAny(of: Unicode.Scalar.kana) { return "ja" }
            if scalar.isAny(of: Unicode.Scalar.hangul) { return "ko" }
        }
        return nil
    }
}
