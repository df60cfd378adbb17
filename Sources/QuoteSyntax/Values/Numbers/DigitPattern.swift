/// A pattern of numbers: `0`, `0.00`, `00`. It has as many digits after the point, and at least as
/// many before it.
package struct DigitPattern: Sendable {
  package let wholeDigits: Int
  package let decimals: Int

  /// Nil if the text is not zeros with at most one point between them, or is longer than any
  /// number.
  package init?(_ pattern: String) {
    let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 == "0" } }),
      parts.allSatisfy({ $0.utf8.count <= 18 })
    else { return nil }
    wholeDigits = parts[0].utf8.count
    decimals = parts.count == 2 ? parts[1].utf8.count : 0
  }
}
