/// One complaint about rules, an overlay or a map: what is wrong, where, and
/// what would be right.
///
/// The headline says what happened, lower case, no full stop, the user's words in backticks ("two
/// rows of `zone_price` match `zone = A`"). The label of the primary span says why it is wrong
/// here. Help states the rule, and what to write instead.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    case error, warning
  }

  /// A place with a caption.
  package struct Label: Hashable, Sendable {
    package var span: SourceSpan
    package var text: String

    package init(_ span: SourceSpan, _ text: String = "") {
      self.span = span
      self.text = text
    }
  }

  /// A text that may be what was meant by what stands at a place.
  package struct Guess: Hashable, Sendable {
    package var span: SourceSpan
    package var text: String
    package var help: String

    /// Without words of its own, the help says to write the text.
    package init(_ text: String, at span: SourceSpan, help: String? = nil) {
      self.span = span
      self.text = text
      self.help = help ?? "write `\(text)`"
    }
  }

  /// Stable, public, kebab-case; `quote help ID` prints its page.
  package var id: String
  package var severity: Severity
  package var headline: String
  package var primary: Label
  package var labels: [Label]
  package var help: [String]
  /// Help that is guessed from how something looks. It is told only if it was tried.
  package var guesses: [Guess] = []
  /// What is at fault, where it shows in several places: of the complaints about one mistake
  /// the first is told, with the places of the others.
  var mistake: String?

  package init(
    _ id: String, severity: Severity = .error, _ headline: String, at primary: Label,
    labels: [Label] = [], help: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.headline = headline
    self.primary = primary
    self.labels = labels
    self.help = help
  }

  /// With help that is told only if it was tried, before what is told anyway.
  package func guessing(_ guesses: [Guess]) -> Diagnostic {
    var result = self
    result.guesses = guesses
    return result
  }

  /// As one sign of a mistake that may have others.
  package func of(mistake: String) -> Diagnostic {
    var result = self
    result.mistake = mistake
    return result
  }
}

/// Collects the complaints of a stage, so that all come at once.
package struct DiagnosticLog: Sendable {
  package private(set) var all: [Diagnostic] = []
  package var hasErrors: Bool { errorCount > 0 }
  package private(set) var errorCount = 0
  private var said: Set<Said> = []

  private struct Said: Hashable {
    var id: String
    var span: SourceSpan
    var headline: String
  }

  package init() {}

  /// Adds a complaint, unless the same was reported at the same place.
  package mutating func report(_ diagnostic: Diagnostic) {
    let said = Said(
      id: diagnostic.id, span: diagnostic.primary.span, headline: diagnostic.headline)
    guard self.said.insert(said).inserted else { return }
    all.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// Adds help to the complaints with this id that have none.
  package mutating func help(_ id: String, with help: [String]) {
    for index in all.indices where all[index].id == id && all[index].help.isEmpty {
      all[index].help = help
    }
  }

  /// Gives the complaints from an index on that say nothing at their place a caption.
  package mutating func explain(from first: Int, _ cause: String) {
    for index in all.indices.dropFirst(first) where all[index].primary.text.isEmpty {
      all[index].primary.text = cause
    }
  }

  package mutating func append(contentsOf other: DiagnosticLog) {
    for diagnostic in other.all { report(diagnostic) }
  }

  /// Sorted by file and place, errors and warnings together; complaints about one mistake are
  /// joined.
  package var sorted: [Diagnostic] {
    let placed = all.enumerated().sorted { a, b in
      let (x, y) = (a.element.primary.span, b.element.primary.span)
      return (x.file, x.lower, x.upper, Int32(a.offset))
        < (y.file, y.lower, y.upper, Int32(b.offset))
    }
    return DiagnosticLog.joined(placed.map(\.element))
  }

  /// This many other places of a mistake are shown.
  private static let placesShown = 3

  private static func joined(_ all: [Diagnostic]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var found: [String: (index: Int, others: Int)] = [:]
    for diagnostic in all {
      guard diagnostic.severity == .error, let mistake = diagnostic.mistake else {
        result.append(diagnostic)
        continue
      }
      guard let (index, others) = found[mistake] else {
        found[mistake] = (result.count, 0)
        result.append(diagnostic)
        continue
      }
      if result[index].help.isEmpty { result[index].help = diagnostic.help }
      guard diagnostic.primary.span != result[index].primary.span else { continue }
      found[mistake] = (index, others + 1)
      if others < placesShown {
        result[index].labels.append(Diagnostic.Label(diagnostic.primary.span, "and here"))
      }
    }
    for (index, others) in found.values where others > placesShown {
      let more = others - placesShown
      let last = result[index].labels.count - 1
      result[index].labels[last].text = "and here, and in \(more) more place\(more == 1 ? "" : "s")"
    }
    return result
  }
}

/// Rules that do not compile, with everything that is wrong with them.
package struct RulesRejected: Error, Sendable {
  package var diagnostics: [Diagnostic]
  package var sources: Sources

  package init(diagnostics: [Diagnostic], sources: Sources) {
    self.diagnostics = diagnostics
    self.sources = sources
  }
}

/// Something outside rules and bookings that stops the run: a missing file, a
/// full disk, a closed pipe. Exit status 2.
package struct Trouble: Error, Hashable, Sendable {
  /// Kebab-case, stable.
  package var id: String
  package var message: String

  /// Texts of files and bookings in the message may hold anything: it is put on one line of a
  /// bounded length.
  package init(_ id: String, _ message: String) {
    self.id = id
    self.message = message.shown
  }
}
