import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteLint
import QuoteSyntax

/// What bookings are grouped by: inputs and formulas in the names of the rules.
package struct ImpactGroups: Sendable {
  package let names: [String]
  let pricer: Pricer

  /// Throws what is wrong with the formulas; nil if nothing was asked for.
  package init?(_ names: [String], of pair: RulesPair) throws(RulesFailure) {
    guard !names.isEmpty else { return nil }
    self.names = names
    var tree = pair.after
    var sources = pair.sources
    var log = DiagnosticLog()
    tree.outputs = []
    tree.declines = []
    let units = Set(tree.header.units.map(\.value))
    for (number, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      let file = sources.add(SourceFile(name: "--by", text: bytes))
      let text = PlacedText(bytes: bytes, file: file, start: 0)
      guard let formula = Formula.parse(text, units: units, log: &log) else {
        let parts = name.split(separator: ",").map(String.init)
        if parts.count > 1, parts.allSatisfy({ Lexicon.isName($0.trimmedOfSpaces) }) {
          let options = parts.map { "--by \($0.trimmedOfSpaces)" }.joined(separator: " ")
          log.help("operator-wanted", with: ["each has an option of its own: `\(options)`"])
        }
        continue
      }
      let output = Spanned(Self.output(number), at: formula.span)
      tree.outputs.append(
        OutputDeclaration(name: output, body: .formula(formula), span: formula.span))
    }
    guard !log.hasErrors,
      let model = PriceModel(checking: tree, sources: sources, log: &log),
      !log.hasErrors
    else { throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources)) }
    pricer = Pricer(lowering: model)
  }

  static func output(_ number: Int) -> String { "group_\(number)_of_impact" }
}

/// Reads the values by which bookings are grouped: one thread's.
final class ImpactGroupReader {
  private let count: Int
  private let texts: QuoteTexts
  private let reader = JSONRecordReader()

  init(_ groups: ImpactGroups) {
    count = groups.names.count
    texts = QuoteTexts(groups.pricer)
  }

  func price(_ batch: BookingBatch) { texts.price(batch) }

  /// The values of a row of the batch.
  func values(_ row: Int) -> [String] {
    guard texts.result(of: row).outcome == .priced,
      case .success(let quote) = reader.read(texts.quote(of: row))
    else { return Array(repeating: "no value", count: count) }
    return (0..<count).map { number in
      guard let node = quote.node(at: [ImpactGroups.output(number)]), !node.isNull else {
        return "not given"
      }
      return node.plainText?.string ?? node.json
    }
  }
}
