import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What made outputs that have a formula of their own.
struct OutputDerivationReader {
  private let derivations: DerivationReader

  /// Names one deep unless somebody wants to see deeper: most outputs are made from what the
  /// lines above took apart already.
  init(_ recording: Recording, _ options: ExplanationOptions) {
    derivations = DerivationReader(
      recording: recording,
      depthLimit: options.depth > ExplanationOptions.usualDepth
        ? options.depth : min(options.depth, 1))
  }

  /// Nothing of what is a line, an input or a figure and no more; texts, and what is an
  /// element's, only where somebody wants to see deep: texts say what is in them, and of
  /// elements there may be many.
  func formula(_ expression: PriceExpression, at place: Recording.Place) -> [Derivation] {
    let recording = derivations.recording
    let isUsual = place.list == .booking && expression.type != .text && expression.type != .texts
    guard isUsual || derivations.takesElementsApart, !expression.isSaidByItself else { return [] }
    var told: Set<Derivation.Told> = []
    return [
      Derivation(
        kind: .formula, text: derivations.written(expression),
        value: recording.shown(expression, at: place),
        note: "", span: expression.span, origin: .init(expression: expression, place: place),
        parts: Derivation.once(derivations.parts(of: expression, at: place), told: &told))
    ]
  }
}

extension PriceExpression {
  /// Whether nothing made it but what stands elsewhere in an explanation under its name.
  fileprivate var isSaidByItself: Bool {
    switch operation {
    case .constant: true
    case .reference(.letValue): false
    case .reference: true
    case .apply(.converted, let parts): parts[0].isSaidByItself
    case .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      false
    }
  }
}
