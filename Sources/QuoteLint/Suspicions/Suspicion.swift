package import QuoteLanguage
package import QuoteSyntax

/// Something in rules that is hardly meant, if a booking comes to it.
///
/// What ranges leave possible may be ruled out by conditions and declines elsewhere: so nothing
/// is said without a booking that is quoted and shows it.
package struct Suspicion {
  /// A flag of the booking, always given: whether it comes to this.
  package var probe: PriceExpression
  /// What is said if a booking bears it out; how many do is added to its label then.
  package var warning: Diagnostic
  /// The inputs on which it hangs.
  package var inputs: [PriceExpression.Reference]
  /// The table that lacks a row then, where it takes a word of which the table does not know.
  package var tableOfWords: TableID?
}

extension PriceModel {
  /// The inputs from which a value is computed, in the order of their declarations.
  func inputs(of value: PriceExpression) -> [PriceExpression.Reference] {
    var found: Set<[Int]> = []
    var seenLets: Set<LetID> = []
    var seen: Set<ObjectIdentifier> = []
    func walk(_ value: PriceExpression) {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return }
      if case .reference(let reference) = value.operation {
        switch reference {
        case .field(let list, let field): found.insert([list.position, field])
        case .letValue(let index):
          if seenLets.insert(index).inserted { walk(lets[index].value) }
        case .element, .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons:
          break
        }
      }
      value.parts.forEach(walk)
    }
    walk(value)
    return found.sorted { $0.lexicographicallyPrecedes($1) }.map {
      .field(list: ListID($0[0]), field: $0[1])
    }
  }

  /// How many lists a grain is inside of.
  func depth(of grain: Grain) -> Int {
    var (depth, list) = (0, grain.list)
    while let parent = lists[list].parent { (depth, list) = (depth + 1, parent) }
    return depth
  }
}

/// Conditions about conditions, put together from parts that are typed already.
extension PriceExpression {
  static func all(_ parts: [PriceExpression], in model: PriceModel) -> PriceExpression? {
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { both, part in
      let isFiner = model.depth(of: part.grain) > model.depth(of: both.grain)
      return PriceExpression(
        .and(both, part), type: .flag, grain: isFiner ? part.grain : both.grain,
        isOptional: both.isOptional || part.isOptional, span: both.span)
    }
  }

  var denied: PriceExpression {
    PriceExpression(
      .apply(.not, [self]), type: .flag, grain: grain, isOptional: isOptional, span: span)
  }

  /// Whether it holds, for sure.
  var holdsSurely: PriceExpression { defaulting(to: false) }

  func defaulting(to flag: Bool) -> PriceExpression {
    guard isOptional else { return self }
    let otherwise = PriceExpression(
      .constant(.flag(flag)), type: .flag, grain: .booking, isOptional: false, span: span)
    return PriceExpression(
      .defaulting(self, otherwise), type: .flag, grain: grain, isOptional: false, span: span)
  }

  var isNotGiven: PriceExpression {
    PriceExpression(.isGiven(self), type: .flag, grain: grain, isOptional: false, span: span).denied
  }

  /// Whether it holds for some element of the booking.
  func somewhere(in model: PriceModel) -> PriceExpression {
    var flag = self
    while let parent = model.lists[flag.grain.list].parent {
      flag = PriceExpression(
        .aggregate(.any, flag, list: flag.grain.list, where: nil), type: .flag,
        grain: Grain(list: parent), isOptional: flag.isOptional, span: span)
    }
    return flag
  }

  /// Whether it hangs on what is only known in the middle of the waterfall.
  var usesRunning: Bool {
    let found = firstPart { part in
      guard case .reference(let reference) = part.operation else { return false }
      switch reference {
      case .running, .carried, .lineReasons: return true
      case .field, .element, .letValue, .lineAmount, .lineSum, .subtotal, .total: return false
      }
    }
    return found != nil
  }
}
