/// Where in the phrase of an input its unit, its range and its step stand.
struct FiguresOfPhrase {
  var unit: Range<Int>?
  var range: Range<Int>?
  var step: Range<Int>?
}

/// Inputs in a unit that people use and the language does not have.
extension RuleReader {
  /// `0.5 m` of `step 0,5 m`, whose comma begins a new phrase; nil for any other phrase.
  func decimalParted(before text: PlacedText) -> String? {
    let start = Int(text.span.lower)
    guard text.span.file == file, start > 1, start <= bytes.count,
      text.string.first?.isNumber ?? false, bytes[start - 1] == UInt8(ascii: ","),
      bytes[start - 2].isDigit
    else { return nil }
    let whole = bytes[..<(start - 1)].reversed().prefix(while: \.isDigit).reversed()
    return "\(String(decoding: whole, as: UTF8.self)).\(text.string)"
  }

  /// Tells of a unit that is none, with the whole declaration in another unit that people have for
  /// it: a figure without a unit has that of the declaration.
  mutating func reportUnit(
    of field: FieldDeclaration, figures: FiguresOfPhrase, text: PlacedText, start: Int,
    clauses: [(lower: Int, upper: Int)]
  ) {
    guard let unit = field.unit, field.type.value != .instant, !isUnit(unit.value) else { return }
    var instead: String?
    if let other = OtherMeasure(unit.value) {
      func moved(_ range: Range<Int>) -> Range<Int> {
        start + range.lowerBound..<start + range.upperBound
      }
      func written(_ range: Range<Int>) -> String {
        text.spanned(range.lowerBound, range.upperBound).value
      }
      var changes: [(place: Range<Int>, to: String?)] = []
      if let place = figures.unit { changes.append((moved(place), other.unit)) }
      if let place = figures.range, let range = field.range {
        changes.append((moved(place), range.rewritten(other)))
      }
      if let place = figures.step.map(moved) {
        changes.append((place, other.rewritten(written(place))))
      }
      for clause in clauses where written(clause.lower..<clause.upper).hasPrefix("default ") {
        let place = clause.lower + "default ".utf8.count..<clause.upper
        changes.append((place, other.rewritten(written(place))))
      }
      instead = changes.contains { $0.to == nil } ? nil : text.string
      for change in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
        guard let to = change.to, let whole = instead else { continue }
        let bytes = Array(whole.utf8)
        instead = String(decoding: bytes[..<change.place.lowerBound], as: UTF8.self) + to
          + String(decoding: bytes[change.place.upperBound...], as: UTF8.self)
      }
    }
    var diagnostic = Diagnostic.unknownUnit(
      unit.value, instead: instead, at: unit.span, units: units)
    let other = CurrencySign.isKnown(unit.value.uppercased()) ? unit.value.uppercased() : nil
    if field.type.value == .money {
      diagnostic.primary.text = "amounts are in the `currency` of the rules"
      diagnostic.help = ["leave `in \(unit.value)` out"]
      if let currency, let other, currency != other {
        diagnostic.help = [
          "amounts of these rules are \(currency), and nothing is converted: convert them in the "
            + "data, or price all in \(other), with `currency: \(other)` at the top"
        ]
      }
    } else if OtherMeasure(unit.value) != nil, let instead {
      diagnostic.help = [
        diagnostic.help.first?.replacing(": write `\(instead)`", with: "") ?? "",
        "for data in \(OtherMeasure(unit.value)?.unit ?? "another unit"), write `\(instead)`",
        "for data in \(unit.value), declare the unit at the top, `units: [\(unit.value)]`, and "
          + "write `\(unit.value)` in place of the type with its unit"
          + (field.range == nil ? "" : ", and behind the figures of its range"),
      ]
    } else if ["week", "weeks"].contains(unit.value.lowercased()) {
      diagnostic.help = [
        "a week is `7 days`: write `in days`, and have 7 for each week in the data"
      ]
    }
    log.report(diagnostic)
  }
}

extension RangeSyntax {
  /// The range with figures of another unit in that of ours; nil if one is no figure of it.
  package func rewritten(_ other: OtherMeasure) -> String? {
    let ends = (lower.map { other.rewritten($0.value) }, upper.map { other.rewritten($0.value) })
    switch ends {
    case (.some(let low?), .some(let high?)):
      return "\(lowerIsIncluded ? "[" : "(")\(low)..\(high)\(upperIsIncluded ? "]" : ")")"
    case (.some(let low?), .none): return "\(lowerIsIncluded ? ">=" : ">") \(low)"
    case (.none, .some(let high?)): return "\(upperIsIncluded ? "<=" : "<") \(high)"
    case (.some(.none), _), (_, .some(.none)), (.none, .none): return nil
    }
  }
}
