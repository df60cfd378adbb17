/// Near names, for "did you mean".
package enum Suggestion {
  /// The candidate closest to a mistyped name, or nil if none is near; letter case is ignored, and
  /// the first of several that are equally close is taken.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    NearWords(candidates).nearest(to: name)
  }

  /// The line of help for a mistyped name, if one is near.
  package static func help(for name: String, among candidates: some Sequence<String>) -> [String] {
    NearWords(candidates).help(for: name)
  }
}
