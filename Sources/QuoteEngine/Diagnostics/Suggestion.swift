/// Near names, for "did you mean".
public enum Suggestion {
  /// The candidate closest to a mistyped name, or nil if none is near.
  ///
  /// Closeness is the Damerau–Levenshtein distance in its optimal-string-
  /// alignment form (insert, delete, replace, swap neighbours), letter case
  /// aside. Up to 3 letters one edit is near, up to 8 two, beyond that three,
  /// and never as many as the name has letters. Ties: the earlier candidate.
  public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let limit = min(wanted.count <= 3 ? 1 : wanted.count <= 8 ? 2 : 3, wanted.count - 1)
    guard limit > 0 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = editDistance(wanted, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The line of help for a mistyped name, if one is near.
  public static func help(for name: String, among candidates: some Sequence<String>) -> [String] {
    nearest(to: name, among: candidates).map { ["did you mean `\($0)`?"] } ?? []
  }

  static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [Int](repeating: i + 1, count: b.count + 1)
      for j in b.indices {
        let cost = a[i] == b[j] ? 0 : 1
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row[j + 1] = least
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
