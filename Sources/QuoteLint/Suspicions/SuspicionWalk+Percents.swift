import QuoteLanguage
import QuoteSyntax

/// Percentages that come as 0 to 100 and are used as they are.
extension SuspicionWalk {
  /// A price times a percentage, or times 100 less one. A name that says something else settles it.
  mutating func judge(percentIn value: PriceExpression) {
    guard value.type == .quantity(.money), !hundredths.contains(ObjectIdentifier(value)),
      case .apply(.arithmetic(.multiply), let sides) = value.operation
    else { return }
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard price.type == .quantity(.money), !isHundredth(price),
        let (rate, isRest) = percentage(in: factor), let name = inputName(rate),
        // Whole numbers may count something that is not in the quote already.
        isRate(name) && (!rate.type.isCount || isInQuote(price))
          || isRest && !rate.type.isCount && isInQuote(price)
          || isOfHundred(rate) && isSum(price) && !ProductSlips.isPercent(name)
      else { continue }
      let factor = names.resolved(factor)
      let written = model.sources.text(at: isRest ? factor.span : rate.span).trimmedOfSpaces
      let bare = written.hasPrefix("(") && written.hasSuffix(")")
        ? String(written.dropFirst().dropLast()) : written
      let one = PriceExpression(
        .constant(.quantity(1)), type: rate.type, units: rate.units, grain: .booking,
        isOptional: false, range: Interval(point: 1), quantum: 1, span: rate.span)
      note(
        rate.compared(.greater, with: one, for: rate.grain).holdsSurely,
        .percentOfHundred(bare, name: name, at: isRest ? factor.span : rate.span),
        model.inputs(of: rate))
      return
    }
  }

  /// Whether a price is a hundredth of one already, `price / 100`.
  private func isHundredth(_ value: PriceExpression) -> Bool {
    var seen: Set<LetID> = []
    return isHundredth(value, &seen)
  }

  private func isHundredth(_ value: PriceExpression, _ seen: inout Set<LetID>) -> Bool {
    if let name = names.name(of: value), !seen.insert(name).inserted { return false }
    switch names.resolved(value).operation {
    case .apply(.arithmetic(.divide), let sides):
      return names.isFigure(sides[1], 100) || isHundredth(sides[0], &seen)
    case .apply(.arithmetic(.multiply), let sides):
      return isHundredth(sides[0], &seen) || isHundredth(sides[1], &seen)
    case _: return names.isFigure(value, Ratio(1, 100))
    }
  }

  /// The input in `vat`, `1 + vat` and `100 - discount`, and whether it is the last.
  private func percentage(in factor: PriceExpression) -> (PriceExpression, isRest: Bool)? {
    if isPercentage(factor) { return (factor, false) }
    let isNamed = if case .reference = factor.operation { true } else { false }
    guard case .apply(.arithmetic(let act), let sides) = names.resolved(factor).operation,
      act == .add || act == .subtract
    else { return nil }
    for (whole, rate) in [(sides[0], sides[1]), (sides[1], sides[0])] where isPercentage(rate) {
      // What is left of a hundred may have a name that says what it is.
      guard case .constant(.quantity(let size)) = whole.operation,
        size == 1 || size == 100 && (!isNamed || inputName(rate).map(isRate) ?? false)
      else { continue }
      return (rate, size == 100)
    }
    return nil
  }

  /// A plain number up to 10 or more and no more than 100, of an input that is not written with a
  /// percent sign.
  private func isPercentage(_ value: PriceExpression) -> Bool {
    guard value.type.isPlainNumber, value.range.lower >= 0, value.range.upper >= 10,
      value.range.upper <= 100, case .reference(.field(let list, let field)) = value.operation
    else { return false }
    return model.schema.lists[list].fields[field].notation == nil
  }

  /// Any number from nothing to exactly 100, whatever it is called.
  private func isOfHundred(_ rate: PriceExpression) -> Bool {
    !rate.type.isCount && rate.range.lower.isZero && rate.range.upper == 100
  }

  /// What lines above come to, which is multiplied by a rate alone.
  private func isSum(_ value: PriceExpression) -> Bool {
    guard case .reference(let reference) = value.operation else { return false }
    return switch reference {
    case .running, .subtotal, .total: true
    case .lineAmount, .lineSum, .field, .element, .letValue, .carried, .lineReasons: false
    }
  }

  private func inputName(_ value: PriceExpression) -> String? {
    guard case .reference(.field(let list, let field)) = value.operation else { return nil }
    return model.schema.lists[list].fields[field].name
  }

  private func isRate(_ name: String) -> Bool {
    var words = name.lowercased().split(separator: "_")
    if words.last == "rate" { words.removeLast() }
    return words.last.map(NamesOfRates.words.contains) ?? false
  }

  /// What the quote has already, of which nobody wants some dozens of times as much.
  private func isInQuote(_ value: PriceExpression) -> Bool {
    guard case .reference(let reference) = value.operation else { return false }
    switch reference {
    case .running, .subtotal, .total, .lineAmount, .lineSum: return true
    case .field:
      return model.allLines.contains { $0.formula.map { names.areSame($0, value) } ?? false }
    case .element, .letValue, .carried, .lineReasons: return false
    }
  }
}

/// What rates are called, in several languages.
enum NamesOfRates {
  static let words: Set<Substring> = [
    "vat", "gst", "tax", "mwst", "ust", "tva", "iva", "btw", "moms", "discount", "rebate",
    "rabatt", "skonto", "nachlass", "remise", "sconto", "descuento", "korting", "markup",
    "markdown", "margin", "commission", "provision", "gratuity", "interest", "tip", "surcharge",
    "levy", "uplift",
  ]

  static func isIn(_ name: String) -> Bool {
    name.lowercased().split { !$0.isLetter }.contains { word in
      words.contains(word) || word.hasSuffix("s") && words.contains(word.dropLast())
        || word.hasSuffix("es") && words.contains(word.dropLast(2))
    }
  }
}
