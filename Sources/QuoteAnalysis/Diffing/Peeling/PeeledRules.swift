import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax
import Synchronization

/// Rules into which the other side's amounts can be put: each line is theirs where that is
/// given, and what we make of it elsewhere. What comes behind the line is then priced on theirs.
struct PeeledRules: Sendable {
  /// A line of the booking that can be theirs, in the order of the waterfall.
  struct Input: Sendable {
    var line: String
    /// Where in the booking their amount is, and what one of its whole numbers is worth.
    var field: Int
    var step: Ratio
  }

  let pricer: Pricer
  let inputs: [Input]

  /// Nil where the rules do not compile with amounts of any size.
  init?(_ compiled: CompiledRules) {
    let found = [true, false].lazy.compactMap { Self.model(compiled, opensNamesAlone: $0) }.first
    guard let (model, lines) = found else { return nil }
    pricer = Pricer(lowering: model)
    let fields = model.schema.lists[.booking].fields
    inputs = lines.compactMap { line in
      guard let field = fields.firstIndex(where: { $0.name == Self.input(line) }) else {
        return nil
      }
      return Input(line: line, field: field, step: fields[field].step)
    }
  }

  /// No name of a rules file has a blank.
  private static func input(_ line: String) -> String { "their \(line)" }

  private static func model(
    _ compiled: CompiledRules, opensNamesAlone: Bool
  ) -> (PriceModel, [String])? {
    var tree = compiled.tree
    var lines: [String] = []
    tree.quote = tree.quote.map { opened($0, opensNamesAlone, &lines) }
    guard !lines.isEmpty else { return nil }
    for line in lines {
      var field = FieldDeclaration(
        name: Spanned(input(line), at: .nowhere), type: Spanned(.money, at: .nowhere),
        span: .nowhere)
      field.isOptional = true
      tree.inputs.append(.field(field))
    }
    var log = DiagnosticLog()
    guard
      let model = PriceModel(
        checking: tree, sources: compiled.model.sources, log: &log),
      !log.hasErrors
    else { return nil }
    return (model, lines)
  }

  private static func opened(
    _ line: LineDeclaration, _ opensNamesAlone: Bool, _ lines: inout [String]
  ) -> LineDeclaration {
    guard line.kind == .line, line.list == nil else { return line }
    var opened = line
    let span = line.span
    let theirs = Formula(.name(input(line.name.value)), at: span)
    let isGiven = Formula(.isGiven(theirs, negated: false), at: span)
    let amount: Formula
    switch line.effect {
    case .amount(let own): amount = own
    case .itself:
      guard opensNamesAlone else { return line }
      amount = Formula(.name(line.name.value), at: line.name.span)
    case .becomes: return line
    case .lines(let members, let take):
      guard take == nil else { return line }
      let members = members.map { Self.opened($0, opensNamesAlone, &lines) }
      opened.effect = .lines(members, take: take)
      return opened
    }
    let either = Formula.Kind.conditional(isGiven, then: theirs, else: amount)
    opened.effect = .amount(Formula(either, at: amount.span))
    opened.when = line.when.map { when in
      Formula(.binary(.or, isGiven, when, operatorSpan: when.span), at: when.span)
    }
    lines.append(line.name.value)
    return opened
  }
}

/// Made when the first booking wants it, once for all threads.
final class PeeledRulesOnDemand: Sendable {
  private let compiled: CompiledRules
  private let made = Mutex<PeeledRules??>(nil)

  init(_ compiled: CompiledRules) { self.compiled = compiled }

  var rules: PeeledRules? {
    made.withLock { made in
      if let made { return made }
      let rules = PeeledRules(compiled)
      made = .some(rules)
      return rules
    }
  }
}
