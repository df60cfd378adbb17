import QuoteEngine
package import QuoteLanguage
import QuoteSyntax

/// What our declines say, each as it is written: `{weight} is too much`.
package struct DeclineSentences {
  package struct Sentence {
    package let decline: ModelDecline
    /// The sentence as the rules write it, holes and all.
    package let written: String
    /// What is said as it stands; nil where the booking fills something in.
    fileprivate let parts: [String?]
  }

  package let all: [Sentence]

  package init(_ model: PriceModel) {
    all = model.declines.map { decline in
      let parts: [PriceExpression] =
        if case .apply(.template, let parts) = decline.reason.operation { parts } else {
          [decline.reason]
        }
      var written = ""
      let texts = parts.map { part -> String? in
        if case .constant(.text(let text)) = part.operation {
          written += text
          return text
        }
        written += "{\(model.sources.text(at: part.span).trimmedOfSpaces)}"
        return nil
      }
      return Sentence(decline: decline, written: written, parts: texts.filter { $0 != "" })
    }
  }

  /// The first decline that may have said this; one that is nothing but holes never did.
  package func sentence(said text: String) -> Sentence? {
    all.first { sentence in
      sentence.parts.contains { $0 != nil } && Self.says(sentence.parts[...], text[...])
    }
  }

  /// The parts one after the other, with something in each hole.
  private static func says(_ parts: ArraySlice<String?>, _ text: Substring) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let rest = parts.dropFirst()
    if let part { return text.hasPrefix(part) && says(rest, text.dropFirst(part.count)) }
    guard let second = rest.first else { return !text.isEmpty }
    guard let next = second else { return says(rest, text) }
    var from = text.dropFirst()
    while let found = from.firstRange(of: next) {
      if says(rest.dropFirst(), text[found.upperBound...]) { return true }
      from = from[from.index(after: found.lowerBound)...]
    }
    return false
  }
}
