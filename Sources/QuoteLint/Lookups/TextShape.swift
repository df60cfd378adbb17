import QuoteLanguage
import QuoteSyntax

/// What the texts look like that a formula prints, as far as its values are known: the words of a
/// choice and what functions make of them, whole numbers from one to another, and several of these
/// one behind the other.
indirect enum TextShape {
  case any
  case words(Set<String>)
  /// Printed without zeros in front.
  case wholes(Interval)
  case joined([TextShape])

  /// So many words are gone through.
  private static let most = 400
  private static let mostSteps = 64

  init(of value: PriceExpression, names: SameValues) {
    var steps = Self.mostSteps
    self = Self.shape(of: value, names, &steps)
  }

  private static func shape(
    of value: PriceExpression, _ names: SameValues, _ steps: inout Int
  ) -> TextShape {
    steps -= 1
    guard steps > 0 else { return .any }
    let value = names.resolved(value)
    switch value.operation {
    case .constant(.text(let text)): return .words([text])
    case .defaulting(let first, let second):
      return either(shape(of: first, names, &steps), shape(of: second, names, &steps))
    case .conditional(_, let then, let otherwise):
      let first = shape(of: then, names, &steps)
      return otherwise.map { either(first, shape(of: $0, names, &steps)) } ?? first
    case .apply(.printed(nil), let parts): return shape(of: parts[0], names, &steps)
    case .apply(.template, let parts):
      var shapes: [TextShape] = []
      for part in parts { shapes.append(shape(of: part, names, &steps)) }
      return .joined(shapes)
    case .apply(.printed(let zeros?), let parts)
    // Below zero, the sign goes before the zeros.
    where parts[0].type.isPlainNumber && parts[0].range.lower >= 0
      && zeros.allSatisfy { $0 == "0" }:
      return shape(of: parts[0], names, &steps).mapped {
        String(repeating: "0", count: max(0, zeros.count - $0.count)) + $0
      }
    case .apply(.text(let function), let parts):
      guard let made = Self.made(by: function) else { return .any }
      return shape(of: parts[0], names, &steps).mapped(made)
    case _: return shape(of: value.type, value, isBinary: names.isBinary)
    }
  }

  private static func shape(
    of type: ValueType, _ value: PriceExpression, isBinary: Bool
  ) -> TextShape {
    switch type {
    case .choice(let words): .words(Set(words))
    case .weekday: .words(Set(Weekday.names))
    // Other languages print numbers in their own ways.
    case .quantity where type.isPlainNumber && !isBinary && value.quantum == 1:
      .wholes(value.range)
    case .quantity, .flag, .text, .date, .time, .instant, .point, .texts, .invalid: .any
    }
  }

  private static func either(_ one: TextShape, _ other: TextShape) -> TextShape {
    guard case .words(let words)? = one.listed, case .words(let others)? = other.listed else {
      return .any
    }
    return .words(words.union(others))
  }

  /// All of its words; nil where they are many, or not known.
  private var listed: TextShape? {
    switch self {
    case .any: return nil
    case .words: return self
    case .wholes(let range):
      guard let low = range.lower.ceiling, let high = range.upper.floor, low <= high,
        high - low < Self.most
      else { return nil }
      return .words(Set((low...high).map { "\($0)" }))
    case .joined(let shapes):
      var words: Set<String> = [""]
      for shape in shapes {
        guard case .words(let next)? = shape.listed, words.count * next.count <= Self.most else {
          return nil
        }
        words = Set(words.flatMap { word in next.map { word + $0 } })
      }
      return .words(words)
    }
  }

  private func mapped(_ made: (String) -> String) -> TextShape {
    guard case .words(let words)? = listed else { return .any }
    return .words(Set(words.map(made)))
  }

  private static func made(by function: TextFunction) -> ((String) -> String)? {
    switch function {
    case .lower: { $0.lowercased() }
    case .upper: { $0.uppercased() }
    case .trim: { $0.trimmedOfSpaces }
    case .withoutSpaces: { $0.filter { !$0.isWhitespace } }
    case .left(let count) where count >= 0:
      { String(String.UnicodeScalarView($0.unicodeScalars.prefix(count))) }
    case .right(let count) where count >= 0:
      { String(String.UnicodeScalarView($0.unicodeScalars.suffix(count))) }
    case _: nil
    }
  }

  // MARK: - Holding words against it

  func mayBe(_ word: String) -> Bool { rests(of: word[...]).contains { $0.isEmpty } }

  /// A word that it may be and that hardly differs; nil where none is known.
  func likest(_ word: String) -> String? {
    let bare = word.replacing(kept(/(^|\D)0+(\d)/)) { "\($0.1)\($0.2)" }
    let tries = [bare, word.lowercased(), word.uppercased(), word.capitalizedFirst]
    return tries.first { $0 != word && mayBe($0) }
  }

  /// What may be left of a text behind it.
  private func rests(of text: Substring) -> [Substring] {
    switch self {
    case .any: return text.indices.map { text[$0...] } + [text.suffix(0)]
    case .words(let words):
      return words.filter { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
    case .wholes(let range):
      let sign = text.first == "-" ? 1 : 0
      let digits = text.dropFirst(sign).prefix { $0.isASCII && $0.isNumber }.count
      return (0..<digits).compactMap { more in
        let number = text.prefix(sign + more + 1)
        guard let value = Ratio(decimal: String(number)), "\(value)" == number,
          range.contains(value)
        else { return nil }
        return text.dropFirst(number.count)
      }
    case .joined(let shapes):
      return shapes.reduce([text]) { texts, shape in
        Set(texts.flatMap { shape.rests(of: $0) }.map { $0.startIndex }).map { text[$0...] }
      }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
