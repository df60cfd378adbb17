/// What our declines say, each as it is written: `{weight} is too heavy`.
struct DeclineSentences {
  struct Sentence {
    let decline: ModelDecline
    /// As the rules write it, holes and all.
    let written: String
    /// What is said as it stands; nil where the booking fills something in.
    fileprivate let parts: [String?]
  }

  let all: [Sentence]

  init(_ model: PriceModel) {
    all = model.declines.map { decline in
      let parts: [PriceExpression] =
        if case .template(let parts) = decline.reason.operation { parts } else { [decline.reason] }
      var written = ""
      let texts = parts.map { part -> String? in
        if case .constant(.text(let text)) = part.operation {
          written += text
          return text
        }
        written += "{\(model.sources.text(at: part.span).trimmedOfSpaces)}"
        return nil
      }
      return Sentence(decline: decline, written: written, parts: texts)
    }
  }

  /// The first decline that may have said this, one that says no more than a filled hole aside.
  func sentence(said text: String) -> Sentence? {
    all.first { sentence in
      sentence.parts.contains { $0?.isEmpty == false } && Self.says(sentence.parts[...], text[...])
    }
  }

  /// The parts one after the other, with something in each hole.
  private static func says(_ parts: ArraySlice<String?>, _ text: Substring) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let rest = parts.dropFirst()
    if let part { return text.hasPrefix(part) && says(rest, text.dropFirst(part.count)) }
    guard let next = rest.first ?? nil else { return !text.isEmpty && rest.allSatisfy { $0 == nil } }
    var from = text.dropFirst()
    while let found = from.firstRange(of: next) {
      if says(rest.dropFirst(), text[found.upperBound...]) { return true }
      from = from[from.index(after: found.lowerBound)...]
    }
    return false
  }
}
