import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a comparison is written as.
package enum DifferenceFormat: String, Hashable, Sendable, FormatOfFile {
  /// A summary to act on.
  case text
  /// One object: the summary and the worst bookings.
  case json
  /// A differing booking a line.
  case jsonl
  /// A differing value a row.
  case csv
  /// A summary for a pull request.
  case markdown
  /// JUnit XML: a differing booking is a failed case.
  case junit
  /// Annotations of GitHub Actions, on the lines of the rules.
  case github
  /// SARIF 2.1.0, a differing booking a result at its line of the rules.
  case sarif
  /// One page to open in a browser.
  case html

  /// Whether differences are written as they are found.
  package var isStreamed: Bool {
    switch self {
    case .jsonl, .csv, .html: true
    case .text, .json, .markdown, .junit, .github, .sarif: false
    }
  }

  /// Whether what it all came to is written as well.
  package var tellsWhole: Bool { self != .jsonl && self != .csv }

  /// Whether it says why bookings differ. What it does not say is not looked for.
  package var tellsWhy: Bool {
    switch self {
    case .text, .json, .markdown, .github, .html: true
    case .jsonl, .csv, .junit, .sarif: false
    }
  }

  /// How many of the worst bookings the summary must keep.
  package var kept: Int {
    switch self {
    case .text, .markdown, .jsonl, .csv, .html: 10
    case .github: 100
    case .json, .junit, .sarif: 1000
    }
  }

  /// How many of the bookings of which nothing could be compared.
  package var keptFaults: Int {
    switch self {
    case .text, .markdown, .github, .jsonl, .csv: FaultWords.shown
    case .html, .json, .junit, .sarif: 1000
    }
  }
}
