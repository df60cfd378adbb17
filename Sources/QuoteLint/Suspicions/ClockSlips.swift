import QuoteLanguage
import QuoteSyntax

/// The day of a moment some hours before, as where a day begins at four o'clock: hours that pass
/// are not those of the clock on two days of a year.
struct ClockSlips {
  private let model: PriceModel
  /// Where days stand that are held against other days: there, elapsed time may well be meant, as
  /// for what closes some hours before.
  private var compared: Set<SourceSpan> = []
  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    let names = SameValues(of: model)
    var found: Set<SourceSpan> = []
    model.visitExpressions { value in
      guard case .apply(let function, let sides) = value.operation, sides.count == 2,
        sides.allSatisfy({ $0.type == .date })
      else { return }
      switch function {
      case .compare, .arithmetic: break
      case _: return
      }
      let meant = sides.map { names.resolved($0) }
      for (side, other) in [(meant[0], meant[1]), (meant[1], meant[0])] {
        if case .constant = other.operation { continue }
        found.insert(side.span)
      }
    }
    compared = found
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    guard model.zone?.footer != nil else { return [] }
    let slips = ClockSlips(model)
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      if let warning = slips.warning(of: value) { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  private func text(_ value: PriceExpression) -> String {
    model.sources.text(at: value.span).trimmedOfSpaces
  }

  /// A figure in place is hardly more than a way to say where a day begins; one with a name says
  /// what it is.
  private func warning(of value: PriceExpression) -> Diagnostic? {
    guard case .apply(.date(let function), let parts) = value.operation, parts.count == 1,
      function == .dateOf || function == .weekdayOfInstant,
      case .apply(.arithmetic(.subtract), let sides) = parts[0].operation,
      sides[0].type == .instant, case .constant(.quantity) = sides[1].operation,
      let match = text(sides[1]).wholeMatch(of: kept(/(\d{1,2})\s*(?:h|hours?)/)),
      let hours = Int(match.1), (1...6).contains(hours),
      !compared.contains(value.span)
    else { return nil }
    let moment = text(sides[0])
    let day =
      "date(\(moment)) - (if time(\(moment)) < \(paddedNumber(hours, to: 2)):00 then 1 day "
      + "else 0 days)"
    return .hoursBeforeDay(
      text(value), text(sides[1]), begins: "\(paddedNumber(hours, to: 2)):00",
      day: function == .dateOf ? day : "weekday(\(day))", at: parts[0].span)
  }
}
