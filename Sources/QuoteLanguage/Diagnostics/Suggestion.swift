/// Near names, for "did you mean".
package enum Suggestion {
  /// The candidate closest to a mistyped name, or nil if none is near; letter case counts
  /// for nothing, and of several that are as close the first is taken.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    NearWords(candidates).nearest(to: name)
  }

  /// The line of help for a mistyped name, if one is near.
  package static func help(for name: String, among candidates: some Sequence<String>) -> [String] {
    NearWords(candidates).help(for: name)
  }
}
