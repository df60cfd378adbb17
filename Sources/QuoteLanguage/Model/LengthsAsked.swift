import QuoteSyntax

/// What the rules ask of the lengths of texts that bookings bring: `length(zip) != 5`.
struct LengthsAsked {
  private var asked: [PriceExpression.Reference: [(PriceExpression.Comparison, Ratio)]] = [:]

  init(in model: PriceModel) {
    let names = SameValues(of: model)
    var asked = asked
    model.visitExpressions { value in
      guard case .apply(.compare(let comparison), let sides) = value.operation else { return }
      for (length, figure, comparison) in [
        (sides[0], sides[1], comparison), (sides[1], sides[0], comparison.turned),
      ] {
        guard case .apply(.text(.length), let parts) = names.resolved(length).operation,
          case .constant(.quantity(let size)) = names.resolved(figure).operation,
          let text = Self.field(parts[0], names)
        else { continue }
        asked[text, default: []].append((comparison, size))
      }
    }
    self.asked = asked
  }

  /// The input whose letters a text has, but for blanks and case.
  private static func field(
    _ text: PriceExpression, _ names: SameValues
  ) -> PriceExpression.Reference? {
    switch names.resolved(text).operation {
    case .reference(let reference): return reference
    case .apply(.text(.trim), let parts), .apply(.text(.withoutSpaces), let parts),
      .apply(.text(.upper), let parts), .apply(.text(.lower), let parts):
      return field(parts[0], names)
    case .defaulting(let inner, _): return field(inner, names)
    case _: return nil
    }
  }

  /// Whether some condition comes to something else for a text of this length than for one that
  /// lacks a letter, so that somebody thought of those.
  func tellShorter(_ length: Int, of text: PriceExpression.Reference) -> Bool {
    let (whole, shorter) = (Interval(point: Ratio(length)), Interval(point: Ratio(length - 1)))
    return (asked[text] ?? []).contains { comparison, size in
      let size = Interval(point: size)
      return whole.compares(comparison, size) != shorter.compares(comparison, size)
    }
  }
}
