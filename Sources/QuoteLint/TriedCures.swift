import QuoteLanguage
import QuoteSyntax

/// Guesses of what was meant are tried before they are told: the rules are compiled anew with them,
/// and one is told only if nothing is wrong then with what it put there. A cure that leads from one
/// mistake to the next is worse than none.
///
/// All complaints are tried at once, each with its next guess, so that many mistakes need no more
/// rounds than the one with most guesses.
struct TriedCures {
  /// Compiles the rules with other texts of some of their files; nil where nothing is wrong.
  let complaints: ([Int32: [UInt8]]) -> RulesRejected?
  let rejected: RulesRejected

  private static let mostRounds = 16
  private static let fewestRounds = 3
  private static let bytesToCompile = 1 << 19
  private static let complaintsToFind = 600

  /// A guess in the text of its file, and where it stands there.
  private struct Placed {
    var complaint: Int
    var guess: Diagnostic.Guess
    var lower: Int32 = 0
    var upper: Int32 = 0
  }

  /// So many times the rules are compiled; the longer that takes, the fewer.
  private var rounds: Int {
    let bytes = rejected.sources.files.reduce(1) { $0 + $1.text.count }
    let most = min(
      Self.bytesToCompile / bytes, Self.complaintsToFind / max(1, rejected.diagnostics.count))
    return max(Self.fewestRounds, min(Self.mostRounds, most))
  }

  /// What is wrong with the rules, with the help that proved right.
  var told: RulesRejected {
    var result = rejected
    var open: [Int: ArraySlice<Diagnostic.Guess>] = [:]
    var proven: [Int: Diagnostic.Guess] = [:]
    for index in result.diagnostics.indices {
      open[index] = result.diagnostics[index].guesses.filter(isPossible)[...]
      result.diagnostics[index].guesses = []
    }
    for _ in 0..<rounds {
      open = open.filter { !$0.value.isEmpty }
      guard !open.isEmpty else { break }
      let (placed, texts) = place(open.compactMapValues(\.first), proven)
      let failed = failed(placed, complaints(texts))
      for part in placed {
        guard let guesses = open[part.complaint] else { continue }
        if failed.contains(part.complaint) {
          open[part.complaint] = guesses.dropFirst()
        } else {
          open[part.complaint] = nil
          proven[part.complaint] = part.guess
        }
      }
    }
    // What was right while something else was wrong may not be now.
    if proven.count > 1 {
      let (placed, texts) = place([:], proven)
      for complaint in failed(placed, complaints(texts)) { proven[complaint] = nil }
    }
    for (index, guess) in proven { result.diagnostics[index].help = [guess.help] }
    return result
  }

  private func isPossible(_ guess: Diagnostic.Guess) -> Bool {
    guard let file = rejected.sources[guess.span.file] else { return false }
    return guess.span.lower >= 0 && guess.span.lower <= guess.span.upper
      && Int(guess.span.upper) <= file.text.count
      && rejected.sources.text(at: guess.span) != guess.text
  }

  /// Puts guesses into the texts of their files. Where two are of one place, that which is not
  /// proven goes first, and of these the one that was complained of first; the other waits.
  private func place(
    _ open: [Int: Diagnostic.Guess], _ proven: [Int: Diagnostic.Guess]
  ) -> (placed: [Placed], texts: [Int32: [UInt8]]) {
    var chosen: [Int32: [Placed]] = [:]
    for guesses in [open, proven] {
      for (complaint, guess) in guesses.sorted(by: { $0.key < $1.key }) {
        let isFree = chosen[guess.span.file, default: []].allSatisfy { other in
          other.guess.span.upper < guess.span.lower || guess.span.upper < other.guess.span.lower
        }
        guard isFree else { continue }
        chosen[guess.span.file, default: []].append(Placed(complaint: complaint, guess: guess))
      }
    }
    var placed: [Placed] = []
    var texts: [Int32: [UInt8]] = [:]
    for (file, parts) in chosen {
      let original = rejected.sources[file]?.text ?? []
      var text: [UInt8] = []
      var end = 0
      for var part in parts.sorted(by: { $0.guess.span.lower < $1.guess.span.lower }) {
        text += original[end..<Int(part.guess.span.lower)]
        part.lower = Int32(text.count)
        text += Array(part.guess.text.utf8)
        part.upper = Int32(text.count)
        end = Int(part.guess.span.upper)
        placed.append(part)
      }
      texts[file] = text + original[end...]
    }
    return (placed, texts)
  }

  /// The complaints whose guess is complained of itself. A file that is no YAML is not read
  /// further: then all of its guesses failed, unless the place shows which.
  private func failed(_ placed: [Placed], _ left: RulesRejected?) -> Set<Int> {
    guard let left else { return [] }
    var failed: Set<Int> = []
    for complaint in left.diagnostics where complaint.severity == .error {
      for label in [complaint.primary] + complaint.labels {
        let file = left.sources[label.span.file]?.name
        let near = placed.filter { part in
          rejected.sources[part.guess.span.file]?.name == file
            && label.span.lower <= part.upper && label.span.upper >= part.lower
        }
        failed.formUnion(near.map(\.complaint))
      }
      guard complaint.id == "yaml-mistake" else { continue }
      let before = placed.filter { part in
        left.sources[complaint.primary.span.file]?.name
          == rejected.sources[part.guess.span.file]?.name
      }
      if failed.isDisjoint(with: before.map(\.complaint)) {
        failed.formUnion(before.map(\.complaint))
      }
    }
    return failed
  }
}
