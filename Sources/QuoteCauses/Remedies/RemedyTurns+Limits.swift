import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Limits that somebody has left out: `max(length, 6)` may have been `length`.
extension RemedyTurns {
  /// A call of `min` or `max` in a text, by bytes.
  struct Limit {
    var whole: Range<Int>
    /// Whether it is a `min`, whose parts are the most that comes of it.
    var isMost: Bool
    var parts: [Range<Int>]
    /// Whether a part is a figure alone, with its unit.
    var isFigure: [Bool]
  }

  /// The same without a part of a `min` or `max`: what bounds another value, and each of two.
  static func limits(_ place: RemedyPlaces.Place, _ model: PriceModel) -> [RulesEdit] {
    let bytes = Array(model.sources.text(at: place.span).utf8)
    return limits(in: bytes).flatMap { limit -> [RulesEdit] in
      limit.parts.indices.compactMap { gone -> RulesEdit? in
        var left = limit.parts
        left.remove(at: gone)
        // A figure that bounds nothing is no price.
        let isAny = limit.isFigure[gone] || !limit.isFigure.contains(true)
        guard isAny, !left.isEmpty else { return nil }
        var kept = left.map { text(bytes[$0]) }.joined(separator: ", ")
        if left.count > 1 {
          kept = text(bytes[limit.whole.lowerBound..<limit.parts[0].lowerBound]) + kept + ")"
        } else if limit.whole.count < bytes.count, hasOperators(Array(kept.utf8)) {
          kept = "(\(kept))"
        }
        var changed = bytes
        changed.replaceSubrange(limit.whole, with: Array(kept.utf8))
        let lower = Int(place.span.lower)
        let change = RulesEdit.Change(
          file: place.span.file, lower: lower + limit.whole.lowerBound,
          upper: lower + limit.whole.upperBound, text: kept)
        let span = SourceSpan(
          file: place.span.file, lower: Int32(change.lower), upper: Int32(change.upper))
        return RulesEdit(
          changes: [change], setting: setting(place, text(changed[...])),
          what: "\(text(bytes[limit.whole])) becomes \(kept)", span: span)
      }
    }
  }

  /// A limit of a sum as one of each that is summed, and the other way round: `min(sum(x), 95)`,
  /// `sum(min(x, 95))`.
  static func limitsOfEach(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.span.encloses(node.span), let other = limitElsewhere(node, model) else {
      return []
    }
    return [
      edit(
        place, span: node.span, becomes: other, what: "\(text(node, model)) becomes \(other)",
        model: model)
    ]
  }

  /// A limit of what is taken times something as one of the product, and the other way round:
  /// `min(price, €10) * days`, `min(price * days, €10)`.
  static func limitsOfProducts(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.span.encloses(node.span) else { return [] }
    return (productsLimited(node, model) + limitsMultiplied(node, model)).map { other in
      edit(
        place, span: node.span, becomes: other, what: "\(text(node, model)) becomes \(other)",
        model: model)
    }
  }

  /// What is free up to a limit, and beyond it is charged as well: `max(n - 2, 0)` is
  /// `(if n > 2 then n else 0)`.
  static func cliffs(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.span.encloses(node.span), case .extreme(false, let parts) = node.operation,
      parts.count == 2,
      let zero = parts.first(where: { $0.range.lower.isZero && $0.range.upper.isZero }),
      let rest = parts.first(where: { $0.span != zero.span }),
      case .apply(.arithmetic(.subtract), let sides) = rest.operation, sides[1].isConstant
    else { return [] }
    let (count, free) = (text(sides[0], model), text(sides[1], model))
    let other = "(if \(count) > \(free) then \(count) else \(text(zero, model)))"
    return [
      edit(
        place, span: node.span, becomes: other, what: "\(text(node, model)) becomes \(other)",
        model: model)
    ]
  }

  private static func productsLimited(_ node: PriceExpression, _ model: PriceModel) -> [String] {
    guard case .apply(.arithmetic(.multiply), let sides) = node.operation, sides.count == 2 else {
      return []
    }
    return sides.indices.flatMap { at -> [String] in
      guard case .extreme(let isLeast, let parts) = sides[at].operation, parts.count == 2,
        node.type == parts[0].type
      else { return [] }
      return parts.indices.filter { !parts[$0].isConstant }.map { part in
        var texts = parts.map { text($0, model) }
        texts[part] = "\(factor(parts[part], model)) * \(factor(sides[1 - at], model))"
        return "\(isLeast ? "min" : "max")(\(texts.joined(separator: ", ")))"
      }
    }
  }

  private static func limitsMultiplied(_ node: PriceExpression, _ model: PriceModel) -> [String] {
    guard case .extreme(let isLeast, let parts) = node.operation, parts.count == 2 else {
      return []
    }
    return parts.indices.flatMap { part -> [String] in
      guard case .apply(.arithmetic(.multiply), let sides) = parts[part].operation,
        sides.count == 2
      else { return [] }
      return sides.indices.filter { kept in
        !sides[1 - kept].isConstant && sides[kept].type == parts[1 - part].type
      }.map { kept in
        var texts = parts.map { text($0, model) }
        texts[part] = text(sides[kept], model)
        let limit = "\(isLeast ? "min" : "max")(\(texts.joined(separator: ", ")))"
        return "\(limit) * \(factor(sides[1 - kept], model))"
      }
    }
  }

  /// A part of a formula as one of a product is written.
  private static func factor(_ node: PriceExpression, _ model: PriceModel) -> String {
    let text = text(node, model)
    if case .apply(.arithmetic(.multiply), _) = node.operation { return text }
    return hasOperators(Array(text.utf8)) ? "(\(text))" : text
  }

  private static func limitElsewhere(_ node: PriceExpression, _ model: PriceModel) -> String? {
    /// What is summed, and the condition with its word.
    func summed(_ node: PriceExpression) -> (value: PriceExpression, rest: String)? {
      if case .reference(.letValue(let id)) = node.operation { return summed(model.lets[id].value) }
      guard case .aggregate(.sum, let value, _, let condition) = node.operation else { return nil }
      return (value, condition.map { " where \(text($0, model))" } ?? "")
    }
    if case .extreme(let isLeast, let parts) = node.operation, parts.count == 2,
      let at = parts.firstIndex(where: { summed($0) != nil }), let sum = summed(parts[at]),
      sum.value.grain.list != .booking
    {
      var texts = parts.map { text($0, model) }
      texts[at] = text(sum.value, model)
      return "sum(\(isLeast ? "min" : "max")(\(texts.joined(separator: ", ")))\(sum.rest))"
    }
    guard case .aggregate = node.operation, let sum = summed(node),
      case .extreme(let isLeast, let parts) = sum.value.operation, parts.count == 2,
      let at = parts.firstIndex(where: { $0.grain.list != .booking }),
      parts[1 - at].grain.list == .booking
    else { return nil }
    var texts = parts.map { text($0, model) }
    texts[at] = "sum(\(texts[at])\(sum.rest))"
    return "\(isLeast ? "min" : "max")(\(texts.joined(separator: ", ")))"
  }

  /// All calls of `min` and `max` with more than one part.
  static func limits(in bytes: [UInt8]) -> [Limit] {
    var found: [Limit] = []
    var isQuoted = false
    for at in bytes.indices {
      if bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted, at == 0 || !isWord(bytes[at - 1]),
        bytes[at...].starts(with: "min(".utf8) || bytes[at...].starts(with: "max(".utf8),
        let limit = limit(bytes, from: at), limit.parts.count > 1
      else { continue }
      found.append(limit)
    }
    return found
  }

  /// Nil where its bracket is never closed.
  private static func limit(_ bytes: [UInt8], from start: Int) -> Limit? {
    var parts: [Range<Int>] = []
    var first = start + 4
    var depth = 0
    var isQuoted = false
    for at in first..<bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      let isClosing = ")]}".utf8.contains(byte)
      if depth == 0, isClosing || byte == UInt8(ascii: ",") {
        parts.append(first..<at)
        first = at + 1
      }
      if "([{".utf8.contains(byte) { depth += 1 }
      guard isClosing else { continue }
      depth -= 1
      if depth < 0 {
        return Limit(
          whole: start..<at + 1, isMost: bytes[start + 1] == UInt8(ascii: "i"), parts: parts,
          isFigure: parts.map { isFigure(bytes[$0]) })
      }
    }
    return nil
  }

  /// A number with a sign of money before it, or a unit behind it: `€60`, `6 kg`, `5%`.
  private static func isFigure(_ bytes: ArraySlice<UInt8>) -> Bool {
    let written = text(bytes)
    return written.wholeMatch(of: kept(/-?[$€£¥]?[0-9][0-9_.]*( ?(%|[A-Za-z][A-Za-z\/]*))?/)) != nil
  }

  /// Whether a blank stands outside of brackets: `a + b`, and not `round(a + b)`.
  static func hasOperators(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for byte in bytes {
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if depth == 0, " +-*/".utf8.contains(byte) { return true }
    }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || byte == 0x5F
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmedOfSpaces
  }
}

extension RemedyFigure {
  /// The `min` or `max` in which it bounds another value; nil where it stands elsewhere.
  func limit(in sources: Sources) -> RemedyTurns.Limit? {
    let start = lower - Int(place.span.lower)
    return RemedyTurns.limits(in: Array(place.text(in: sources).utf8)).first { limit in
      zip(limit.parts, limit.isFigure).contains { $1 && $0.contains(start) }
    }
  }

  /// Whether a `min` or `max` bounds what is left when it is taken off: `max(n - 4, 0)`.
  func isTakenOff(in sources: Sources) -> Bool {
    let start = lower - Int(place.span.lower)
    let bytes = Array(place.text(in: sources).utf8)
    guard digits == 0, bytes[..<start].last(where: { $0 != 0x20 }) == UInt8(ascii: "-") else {
      return false
    }
    return RemedyTurns.limits(in: bytes).contains { $0.whole.contains(start) }
  }
}
