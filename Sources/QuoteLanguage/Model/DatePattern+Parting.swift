import QuoteSyntax

extension DatePattern {
  /// Whether something stands between any two of its numbers, so that each can be read by itself.
  package var hasPartedNumbers: Bool {
    zip(parts, parts.dropFirst()).allSatisfy { one, two in
      if case .field = one, case .field = two { return false }
      return true
    }
  }
}
