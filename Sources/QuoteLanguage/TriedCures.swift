import QuoteSyntax

/// Guesses of what was meant are tried before they are told: the rules are compiled anew with each,
/// and it is told only if nothing is wrong then with what it put there. A cure that leads from one
/// mistake to the next is worse than none.
struct TriedCures {
  /// Compiles the rules with a text of one of their files changed; nil where nothing is wrong.
  let complaints: (SourceFile, _ index: Int32, [UInt8]) -> RulesRejected?
  let rejected: RulesRejected

  /// So many guesses are tried of rules of little text; of larger rules, which take longer to
  /// compile, fewer are.
  private static let mostTries = 200
  private static let fewestTries = 8
  private static let bytesToCompile = 16 << 20

  private var tries: Int {
    let bytes = rejected.sources.files.reduce(1) { $0 + $1.text.count }
    return max(Self.fewestTries, min(Self.mostTries, Self.bytesToCompile / bytes))
  }

  /// What is wrong with the rules, with the help that proved right.
  var told: RulesRejected {
    var result = rejected
    var left = tries
    for index in result.diagnostics.indices {
      let diagnostic = result.diagnostics[index]
      result.diagnostics[index].guesses = []
      for guess in diagnostic.guesses where left > 0 {
        left -= 1
        guard holds(guess) else { continue }
        result.diagnostics[index].help = [guess.help]
        break
      }
    }
    return result
  }

  private func holds(_ guess: Diagnostic.Guess) -> Bool {
    guard let file = rejected.sources[guess.span.file], guess.span.lower >= 0,
      guess.span.lower <= guess.span.upper, Int(guess.span.upper) <= file.text.count,
      rejected.sources.text(at: guess.span) != guess.text
    else { return false }
    let (lower, upper) = (Int(guess.span.lower), Int(guess.span.upper))
    let changed = file.text[..<lower] + Array(guess.text.utf8) + file.text[upper...]
    guard let left = complaints(file, guess.span.file, Array(changed)) else { return true }
    let end = guess.span.lower + Int32(guess.text.utf8.count)
    return !left.diagnostics.contains { complaint in
      guard complaint.severity == .error else { return false }
      if complaint.id == "yaml-mistake" { return true }
      return ([complaint.primary] + complaint.labels).contains { label in
        left.sources[label.span.file]?.name == file.name
          && label.span.lower <= end && label.span.upper >= guess.span.lower
      }
    }
  }
}
