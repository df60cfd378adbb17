package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Why a booking costs what it costs: its waterfall, and under each step the
/// values that made it, each with its place in the rules.
///
/// A value, ready to be drawn as text, Markdown, HTML or JSON.
package struct Explanation: Sendable {
  package enum Status: String, Hashable, Sendable { case quoted, declined, fault }

  /// The booking's key, or its record number where the rules declare none.
  package var key: String
  /// Number of the record in the input, and the line it starts at, from 1.
  var recordNumber: Int64
  package var line: Int64
  package var status: Status
  /// Why it was declined, or cannot be priced; empty for a quote.
  package var reason: String
  /// Where the decline stands in the rules.
  var reasonSpan: SourceSpan
  /// The condition that declined it, and the values that made it hold.
  var reasonDerivation: [Derivation]
  /// Whether customers may see the reason of a decline.
  var isReasonPublic = true
  /// What is wrong with a booking that cannot be read or priced.
  package var fault: RowFault?
  package var total: ExplainedAmount
  package var currency: String
  /// All that was read, as a JSON object from which the same booking can be
  /// read again; nil if it could not be read.
  package var record: String?
  /// The inputs as they were read, in the order declared; lists have their elements.
  package var inputs: [ExplainedInput]
  /// The steps in the order of the waterfall, groups before their members.
  package var steps: [ExplainedStep]
  package var outputs: [ExplainedOutput]
  /// What did not apply, each with the first condition that failed.
  var notApplied: [NotApplied]
  /// What other values of its inputs would make of it; nil if nobody asked.
  package var changes: NearestChanges?
}

/// An amount of money, printed.
package struct ExplainedAmount: Hashable, Sendable {
  /// The amount as people read it: `$85.00`.
  package var text: String
  /// Digit for digit what `price` writes as JSON: `85.00`, or `null`.
  package var json: String
  /// The amount as a number to draw.
  package var number: Double

  package var isZero: Bool { number == 0 && isKnown }
  var isKnown: Bool { json != "null" }

  /// Nothing was priced.
  static let none = ExplainedAmount(text: "", json: "null", number: 0)
  /// Nobody knows it.
  static let notGiven = ExplainedAmount(text: "not given", json: "null", number: 0)
}

package struct ExplainedInput: Sendable {
  /// `items[2].quantity`.
  package var path: String
  /// Nil: not given.
  package var value: String?
  /// What stood in the file, where it is read in a declared way.
  package var written: String?
}

/// A line or subtotal of the waterfall.
package struct ExplainedStep: Sendable {
  package var id: Int
  package var name: String
  package var kind: LineDeclaration.Kind
  package var depth: Int
  /// Whether it is there. Lines that are not have amount zero.
  package var applies: Bool
  package var label: String?
  /// Whether customers may see it by its label.
  package var isPublic: Bool
  package var amount: ExplainedAmount
  /// What is carried below it; in an element's own waterfall nil, and for a subtotal the sum of
  /// what it names.
  package var running: ExplainedAmount?
  package var reasons: [String]
  package var span: SourceSpan
  /// The condition that held, with what made it; nil where there is none, or where it is asked of
  /// each element.
  var condition: Derivation?
  /// What made the amount. Empty where the line has instances.
  var derivation: [Derivation]
  /// One an element, where the line stands once for each.
  package var instances: [ExplainedInstance]

  /// Why it is there, and what made its amount.
  var whole: [Derivation] { [condition].compactMap(\.self) + derivation }
}

/// A line for one element of its list.
package struct ExplainedInstance: Sendable {
  /// `items[0]`.
  package var element: String
  package var applies: Bool
  package var label: String?
  package var amount: ExplainedAmount
  /// What the element's own waterfall carries below it, if it has one.
  package var running: ExplainedAmount?
  package var reasons: [String]
  /// The condition that held for the element, with what made it.
  var condition: Derivation?
  var derivation: [Derivation]

  /// Why it is there, and what made its amount.
  var whole: [Derivation] { [condition].compactMap(\.self) + derivation }

  /// `items[0]: 2 boxes`
  var title: String { label.map { "\(element): \($0)" } ?? element }
}

/// One value and where it came from; what it was made from is below it.
package struct Derivation: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A formula as a whole.
    case formula
    /// What one element of a list is to `sum`, `min` and their like.
    case element
    /// Something the booking says.
    case input
    /// A named figure or formula of the rules.
    case named
    /// A row of a table.
    case row
    /// A part of a graduated table.
    case bracket
    /// What rounding took or gave.
    case rounding
    /// What was carried so far, or an earlier line.
    case carried
    /// What a line asks before it applies.
    case condition
  }

  package var kind: Kind
  /// `price(small)`, `quantity`.
  package var text: String
  /// Nil: not given.
  package var value: String?
  /// `from 27.805, half up, +0.005`; the bracket's bounds; empty otherwise.
  package var note: String
  package var span: SourceSpan
  /// Whether the place is a rule that fired; of a table only its rows do, and
  /// where none holds it was asked and no more.
  var hasFired = true
  /// The element whose value it is, or the booking; of names, rows, `sum` and its like, and of
  /// roundings that `sum_before` took over from other elements.
  var home: Recording.Place?
  /// What of the rules has this value, and at which place; nil of what is made up for people.
  var origin: Origin?
  package var parts: [Derivation]

  struct Origin: Sendable {
    var expression: PriceExpression
    var place: Recording.Place
  }

  /// What is read twice is told once. Two roundings are two, but for those that came to the same.
  static func eachOnce(_ derivations: [Derivation]) -> [Derivation] {
    var seen: Set<String> = []
    return derivations.filter {
      seen.insert("\($0.kind) \($0.text) \($0.kind == .rounding ? $0.note : "")").inserted
    }
  }

  /// What was taken apart, and for which element.
  struct Told: Hashable {
    var text: String
    var value: String?
    var home: Recording.Place?
  }

  /// The same, each name, row and `sum` taken apart where it comes first and nowhere else: neither
  /// below nor for further elements, where it is not their own.
  static func once(_ derivations: [Derivation], told: inout Set<Told>) -> [Derivation] {
    derivations.compactMap { derivation in
      var derivation = derivation
      if derivation.kind == .rounding, derivation.home != nil {
        let rounding = Told(text: derivation.note, value: derivation.value, home: nil)
        return told.insert(rounding).inserted ? derivation : nil
      }
      let isLong = derivation.parts.count + derivation.parts.flatMap(\.parts).count > 1
      if isLong, derivation.home != nil,
        !told.insert(
          Told(text: derivation.text, value: derivation.value, home: derivation.home)
        ).inserted
      {
        derivation.parts = []
        derivation.note += derivation.note.isEmpty ? "as above" : ", as above"
      } else {
        derivation.parts = once(derivation.parts, told: &told)
      }
      return derivation
    }
  }
}

package struct ExplainedOutput: Sendable {
  /// `items[0].price`.
  package var name: String
  /// Nil: not given.
  package var value: String?
  /// The value as `price` writes it.
  package var json: String
  /// The words by which customers are shown it; nil if they are not.
  package var publicLabel: String?
  package var span: SourceSpan
  /// What made it, of one that has a formula of its own.
  var derivation: [Derivation]
}

/// A line, a row or a bracket that did not apply, or an element that `min` or the like left out.
package struct NotApplied: Sendable {
  package enum Kind: String, Hashable, Sendable { case line, row, bracket, decline, element }

  package var kind: Kind
  /// `open`, `rate row 4 ([8..15])`, for elements `items[0]: …`.
  package var what: String
  /// `runs is yes`, `quantity is 15, needs >= 16`.
  package var why: String
  package var span: SourceSpan
}

extension Explanation {
  /// What did not apply, as people are told it: of what many elements have alike the first
  /// few, and how many more there are.
  var notAppliedInBrief: [NotApplied] {
    var counts: [SourceSpan: Int] = [:]
    for entry in notApplied { counts[entry.span, default: 0] += 1 }
    var told: [SourceSpan: Int] = [:]
    return notApplied.compactMap { entry in
      let count = told[entry.span, default: 0]
      told[entry.span] = count + 1
      // One more takes as much room as saying that there is one.
      let rest = (counts[entry.span] ?? 0) - Self.alikeTold
      guard rest > 1, count >= Self.alikeTold else { return entry }
      guard count == Self.alikeTold else { return nil }
      var more = entry
      more.what = "and \(rest) more elements"
      more.why = "`--format json` has them all"
      return more
    }
  }

  private static let alikeTold = 3
}
