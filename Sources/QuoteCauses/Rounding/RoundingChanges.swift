import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Rules of which one formula rounds otherwise: does not, where it does; does, where it does
/// not; or with another mode. They are what backends get wrong most.
struct RoundingChanges {
  /// One of them, as a setting.
  struct Change: Hashable {
    /// `levy not rounded`.
    var name: String
    /// The line or let whose formula it is.
    var formula: String
    /// `quote.levy.amount=9% * subtotal`.
    var setting: String
    /// Whether it rounds to a coarser step.
    var isCoarser = false
    /// The mode that a rounding has instead of its own.
    var mode: RoundingMode?
  }

  private let model: PriceModel
  private(set) var all: [Change] = []
  /// Settings under which no formula rounds that rounds once, where there are several.
  private(set) var withoutAny: [String] = []
  /// Rules with more rows of tables take too long to compile so often.
  private static let mostRows = 5_000

  init(of model: PriceModel) {
    self.model = model
    guard model.tables.reduce(0, { $0 + $1.rows.count }) <= Self.mostRows else { return }
    for formula in formulas {
      addWithout(formula)
      addModes(formula)
      addSteps(formula)
    }
    let unrounded = all.filter {
      $0.name == "\($0.formula) not rounded" && !$0.setting.hasPrefix("outputs.")
    }
    if unrounded.count > 1 { withoutAny = unrounded.map(\.setting) }
  }

  private struct Formula {
    var name: String
    /// `quote.levy.amount`.
    var path: String
    var value: PriceExpression
  }

  /// Lines in the order in which a price comes about, then lets.
  private var formulas: [Formula] {
    let lines = model.allLines.compactMap { line -> Formula? in
      switch line.effect {
      case .amount(let value):
        return Formula(name: line.name, path: "quote.\(line.name).amount", value: value)
      case .becomes(let value):
        return Formula(name: line.name, path: "quote.\(line.name).becomes", value: value)
      case .members, .nothing: return nil
      }
    }
    let lets = model.lets.filter { $0.value.isMoney }
      .map { Formula(name: $0.name, path: "let.\($0.name)", value: $0.value) }
    // An output that is a value alone is rounded where that is.
    let outputs = model.outputs.formulas(below: "outputs").filter { output in
      if case .reference = output.value.operation { false } else { true }
    }
    return lines + lets
      + outputs.map { output in
        Formula(
          name: output.path.split(separator: ".").dropFirst().joined(separator: "."),
          path: output.path, value: output.value)
      }
  }

  // MARK: - Rounding or not

  private mutating func addWithout(_ formula: Formula) {
    let rounds = self.rounds(in: formula.value)
    for round in rounds {
      guard case .apply(.round, let parts) = round.operation else { continue }
      let what = rounds.count == 1 ? "not rounded" : "without \(text(round))"
      add("\(formula.name) \(what)", formula, round, becomes: "(\(text(parts[0])))")
    }
    if rounds.isEmpty, formula.value.isMoney {
      let rounded = "round(\(text(formula.value)))"
      add("\(formula.name) rounded", formula, formula.value, becomes: rounded)
    }
  }

  private mutating func addModes(_ formula: Formula) {
    let rounds = self.rounds(in: formula.value)
    for round in rounds {
      guard case .apply(.round(_, let mode), let parts) = round.operation,
        let step = step(of: round, parts[0])
      else { continue }
      let which = rounds.count == 1 ? "" : " in \(text(round))"
      for other in modes where other != mode {
        add(
          "\(formula.name) rounded \(other.rawValue)\(which)", formula, round,
          becomes: "round(\(text(parts[0])), \(step), \(other.rawValue))", mode: other)
      }
    }
  }

  /// Money to other steps: coarser ones, and that of the currency.
  private mutating func addSteps(_ formula: Formula) {
    let rounds = self.rounds(in: formula.value)
    guard rounds.count == 1, let round = rounds.first, round.isMoney,
      case .apply(.round(let own, let mode), let parts) = round.operation
    else { return }
    let isUsual = mode == model.rounding || model.arithmetic.isBinary
    var steps = (model.arithmetic.isBinary ? [1, 10, 50, 100] : [1, 5, 10, 50, 100]).map {
      model.minorUnit * Ratio($0)
    }
    if own != model.minorUnit {
      let near = model.arithmetic.isBinary ? [10] : [2, 5, 10]
      steps += near.flatMap { [own * Ratio($0), own / Ratio($0)] }
    }
    var met: Set<Ratio> = [own]
    for step in steps where met.insert(step).inserted {
      guard (step / model.minorUnit).isWhole else { continue }
      add(
        "\(formula.name) rounded to \(step)", formula, round,
        becomes: "round(\(text(parts[0])), \(step) \(model.currency)"
          + (isUsual ? ")" : ", \(mode.rawValue))"),
        isCoarser: own < step)
    }
  }

  /// Under binary arithmetic halves are rounded as the language rounds them.
  private var modes: [RoundingMode] {
    model.arithmetic.isBinary ? [.towardsZero, .up] : [.halfUp, .halfEven, .towardsZero, .up]
  }

  /// Roundings that stand in a formula itself, written as `round(…)`, `round_up(…)` and
  /// `round_down(…)`.
  private func rounds(in expression: PriceExpression) -> [PriceExpression] {
    let below = expression.parts.flatMap { rounds(in: $0) }
    guard case .apply(.round, _) = expression.operation,
      ["round(", "round_up(", "round_down("].contains(where: { text(expression).hasPrefix($0) })
    else { return below }
    return [expression] + below
  }

  /// A rounding's step as it is written, that of the currency where there is none.
  private func step(of round: PriceExpression, _ inner: PriceExpression) -> String? {
    let rest = source(round.span.file, inner.span.upper, round.span.upper)
    let written = rest.dropLast().split(separator: ",").map { String($0).trimmedOfSpaces }
    if let step = written.first(where: { !$0.isEmpty }) { return step }
    return round.isMoney ? "\(model.minorUnit) \(model.currency)" : nil
  }

  // MARK: - Texts

  private mutating func add(
    _ name: String, _ formula: Formula, _ part: PriceExpression, becomes text: String,
    isCoarser: Bool = false, mode: RoundingMode? = nil
  ) {
    let (whole, span) = (formula.value.span, part.span)
    guard whole.file == span.file, whole.file >= 0, whole.lower <= span.lower,
      span.upper <= whole.upper
    else { return }
    let changed =
      source(whole.file, whole.lower, span.lower) + text
      + source(whole.file, span.upper, whole.upper)
    let change = Change(
      name: name, formula: formula.name,
      setting: "\(formula.path)=\(changed.replacing("\n", with: " "))", isCoarser: isCoarser,
      mode: mode)
    if !all.contains(change) { all.append(change) }
  }

  private func text(_ expression: PriceExpression) -> String {
    model.sources.text(at: expression.span).trimmedOfSpaces
  }

  private func source(_ file: Int32, _ lower: Int32, _ upper: Int32) -> String {
    model.sources.text(at: SourceSpan(file: file, lower: lower, upper: max(lower, upper)))
  }
}

extension PriceExpression {
  fileprivate var isMoney: Bool { type == .quantity(.money) }
}
