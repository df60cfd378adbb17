import QuoteEngine
package import QuoteLanguage
package import QuoteSyntax

/// What conditions of a ledger may name beside the rules' own names: how two
/// answers to a booking differ.
package enum AcceptedName: String, CaseIterable {
  /// Our total less theirs.
  case difference
  /// The first line that departs.
  case departing
  case cause
  case form
  case ourStatus = "ours_status"
  case theirStatus = "theirs_status"
  case ourReason = "ours_reason"
  case theirReason = "theirs_reason"

  /// What a booking has for it; nil if it has none.
  package func text(of booking: BookingDifference) -> String? {
    switch self {
    case .difference: nil
    case .departing: booking.departing
    case .cause: booking.cause
    case .form: booking.form
    case .ourStatus: booking.ours.rawValue
    case .theirStatus: booking.theirs.rawValue
    case .ourReason: booking.ourReason
    case .theirReason: booking.theirReason
    }
  }
}

/// Conditions of a ledger in the names of some rules: `ours.total` is what the
/// rules call so, `theirs.total` an input that the comparison fills.
package struct AcceptedConditions {
  /// The rules with the conditions as outputs, in the order of the entries.
  package private(set) var tree: RuleTree
  /// Their values that conditions name, with the inputs that hold them.
  package private(set) var theirs: [(name: String, input: String)] = []
  package private(set) var named: [AcceptedName] = []
  private let model: PriceModel
  private let outputs: [OutputDeclaration]
  private let own: Set<String>

  package init(_ tree: RuleTree, model: PriceModel) {
    self.tree = tree
    self.model = model
    outputs = tree.outputs
    own = Self.ownNames(of: tree, model)
    self.tree.outputs = []
    self.tree.declines = []
  }

  /// Names of the rules: a condition that has one of them means that.
  package static func ownNames(of tree: RuleTree, _ model: PriceModel) -> Set<String> {
    let fields = model.schema.lists.flatMap { list in list.fields.map(\.name) }
    let names = tree.inputs.map(\.name.value) + tree.lets.map(\.name.value) + fields
    return Set(names + model.allLines.map(\.name))
  }

  /// What people write for names of a ledger, and those.
  private static let otherWords = [
    "line": "`departing` for the first line that departs, or `cause` for what explains it",
    "field": "`departing` for the first line that departs, or `cause` for what explains it",
    "status": "`ours.status` or `theirs.status`", "diff": "`difference`", "delta": "`difference`",
    "reason": "`ours.reason` or `theirs.reason`", "our": "`ours.total`", "their": "`theirs.total`",
    "expected": "`theirs.total`", "actual": "`ours.total`",
  ]

  package mutating func add(_ entry: AcceptedLedger.Entry, number: Int, log: inout DiagnosticLog) {
    let condition = rewritten(entry.when, &log)
    tree.outputs.append(
      OutputDeclaration(
        name: Spanned("entry_\(number)", at: entry.span), body: .formula(condition),
        span: entry.span))
  }

  // MARK: - Names

  private mutating func rewritten(_ formula: Formula, _ log: inout DiagnosticLog) -> Formula {
    var formula = formula
    switch formula.kind {
    case .literal, .invalid: break
    case .name(let name) where (name == "ours" || name == "theirs") && !own.contains(name):
      log.report(.acceptedSide(name, at: formula.span))
      formula.kind = .invalid
    case .name(let name):
      if !own.contains(name), let right = Self.otherWords[name] {
        log.report(.acceptedWord(name, right: right, at: formula.span))
        formula.kind = .invalid
      } else if !own.contains(name), let known = AcceptedName(rawValue: name) { use(known) }
    case .text(let template):
      formula.kind = .text(
        Template(
          parts: template.parts.map { part in
            guard case .formula(let inner) = part else { return part }
            return .formula(rewritten(inner, &log))
          }, span: template.span))
    case .member(let whole, let part):
      formula.kind = member(whole, part: part, of: formula, log: &log)
    case .call(let name, let arguments, let condition, let key):
      formula.kind = .call(
        name, arguments: arguments.map { rewritten($0, &log) },
        where: condition.map { rewritten($0, &log) }, by: key.map { rewritten($0, &log) })
    case .negate(let inner): formula.kind = .negate(rewritten(inner, &log))
    case .not(let inner): formula.kind = .not(rewritten(inner, &log))
    case .binary(let sign, let a, let b, let span):
      formula.kind = .binary(sign, rewritten(a, &log), rewritten(b, &log), operatorSpan: span)
    case .isGiven(let inner, let negated):
      formula.kind = .isGiven(rewritten(inner, &log), negated: negated)
    case .membership(let value, let set, let negated):
      formula.kind = .membership(rewritten(value, &log), rewritten(set, &log), negated: negated)
    case .conditional(let condition, let then, let otherwise):
      formula.kind = .conditional(
        rewritten(condition, &log), then: rewritten(then, &log),
        else: otherwise.map { rewritten($0, &log) })
    case .list(let all): formula.kind = .list(all.map { rewritten($0, &log) })
    case .range(var range):
      range.lower = rewritten(range.lower, &log)
      range.upper = rewritten(range.upper, &log)
      formula.kind = .range(range)
    }
    return formula
  }

  private mutating func member(
    _ whole: Formula, part: Spanned<String>, of formula: Formula, log: inout DiagnosticLog
  ) -> Formula.Kind {
    guard case .name(let side) = whole.kind, side == "ours" || side == "theirs" else {
      return .member(rewritten(whole, &log), part)
    }
    if let known = AcceptedName(rawValue: "\(side)_\(part.value)") {
      use(known)
      return .name(known.rawValue)
    }
    guard let type = type(of: part.value) else {
      let names = model.allLines.map(\.name) + model.outputs.map(\.name) + ["total"]
      log.report(.acceptedName(part, of: side, among: names + ["status", "reason"]))
      return .invalid
    }
    if side == "ours" { return ours(part) }
    let input = "theirs_\(part.value)"
    if !theirs.contains(where: { $0.name == part.value }) {
      theirs.append((part.value, input))
      declare(input, type, at: part.span)
    }
    return .name(input)
  }

  /// An output is its formula; all else has its name in the rules.
  private func ours(_ name: Spanned<String>) -> Formula.Kind {
    guard let output = outputs.first(where: { $0.name.value == name.value }),
      case .formula(let formula) = output.body
    else { return .name(name.value) }
    return formula.kind
  }

  private mutating func use(_ name: AcceptedName) {
    guard !named.contains(name) else { return }
    named.append(name)
    declare(name.rawValue, name == .difference ? .money : .text, at: .nowhere)
  }

  private mutating func declare(_ name: String, _ type: InputType, at span: SourceSpan) {
    var field = FieldDeclaration(
      name: Spanned(name, at: span), type: Spanned(type, at: span), span: span)
    field.isOptional = true
    tree.inputs.append(.field(field))
  }

  /// As which kind of input the other side's value is held; nil for what the
  /// rules do not have, or have as a list.
  private func type(of name: String) -> InputType? {
    if name == "total" || model.allLines.contains(where: { $0.name == name }) { return .money }
    guard let output = model.outputs.first(where: { $0.name == name }),
      case .value(let expression) = output.body
    else { return nil }
    switch expression.type {
    case .flag: return .flag
    case .text, .choice: return .text
    case .quantity(let quantity): return quantity.numerator == .money ? .money : .number
    case .date: return .date
    case .time: return .time
    case .instant: return .instant
    case .weekday, .point, .texts, .invalid: return nil
    }
  }
}
