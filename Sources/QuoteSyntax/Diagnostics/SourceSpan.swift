/// A stretch of UTF-8 bytes in one of the files a rules file was read from.
///
/// Every node of the tree, the model and the plan carries one, so a place in
/// the source is never lost. Offsets count bytes from the start of the file.
package struct SourceSpan: Hashable, Sendable {
  /// Which file, as numbered by `Sources`.
  package var file: Int32
  package var lower: Int32
  package var upper: Int32

  package init(file: Int32, lower: Int32, upper: Int32) {
    self.file = file
    self.lower = lower
    self.upper = upper
  }

  /// The place of something nobody wrote (a default, a made name).
  package static let nowhere = SourceSpan(file: -1, lower: 0, upper: 0)

  /// Whether another one lies within it.
  package func encloses(_ other: SourceSpan) -> Bool {
    file == other.file && file >= 0 && lower <= other.lower && other.upper <= upper
  }

  /// The smallest span that covers both; spans of two files give the first.
  package func joined(to other: SourceSpan) -> SourceSpan {
    guard file == other.file else { return file < 0 ? other : self }
    return SourceSpan(
      file: file, lower: min(lower, other.lower), upper: max(upper, other.upper))
  }
}

/// Something written in a source file, with its place.
package struct Spanned<Value> {
  package var value: Value
  package var span: SourceSpan

  package init(_ value: Value, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

extension Spanned: Sendable where Value: Sendable {}
extension Spanned: Equatable where Value: Equatable {}
extension Spanned: Hashable where Value: Hashable {}
