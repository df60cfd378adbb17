import QuoteLanguage
import CSimdJSON
import QuoteSyntax

/// Reading a JSON value.
extension FieldDecoder {
  /// Null, "" and [] are there but nothing; text wants text, numbers numbers. "" is what
  /// stands in for a text that is missing, where that is the empty one.
  func decode(_ node: JSONNode, _ value: inout CellValue) -> CellOutcome {
    if falsyIsMissing && node.isFalsy { return .missing }
    if let notation, isNothing(node, notation) { return .missing }
    if node.isNothing { return node.isString && takesEmptyText ? .missing : .null }
    let outcome = decodeTyped(node, &value)
    if case .fault(.wrongType) = outcome, otherIsMissing { return .missing }
    return outcome
  }

  /// Whether a value in the middle of the field's path, where an object should
  /// be, means that the field is not there.
  func passes(_ block: JSONNode) -> Bool {
    block.isNothing || otherIsMissing || (falsyIsMissing && block.isFalsy)
  }

  private func decodeTyped(_ node: JSONNode, _ value: inout CellValue) -> CellOutcome {
    switch kind {
    case .text: return isText(node) ? keep(node, &value) : .fault(.wrongType)
    case .choice: return isText(node) ? decode(node.text, &value) : .fault(.wrongType)
    case .decimal, .binary: return number(node, &value)
    case .date, .time, .instant:
      // Moments that are counted are numbers there.
      let isCount = node.isNumber && notation?.moments.isEmpty == false
      return node.isString || isCount ? decode(node.text, &value) : .fault(.wrongType)
    case .flag:
      guard node.isFlag else { return .fault(.wrongType) }
      value.integer = node.isTrue ? 1 : 0
      return .given
    case .point: return point(node, &value)
    }
  }

  /// A text, or what is read as one.
  private func isText(_ node: JSONNode) -> Bool { node.isString || anyAsText }

  private func keep(_ node: JSONNode, _ value: inout CellValue) -> CellOutcome {
    value.text = node.text
    return .given
  }

  private func number(_ node: JSONNode, _ value: inout CellValue) -> CellOutcome {
    if readsAsInteger || readsAsNumber {
      if node.isString { return decodeLoosely(node.text, &value) }
      if node.isFlag { return whole(node.isTrue ? 1 : 0, &value) }
    }
    if let notation, !notation.numbers.isEmpty, node.isString {
      return decode(node.text, notation, &value)
    }
    guard node.isNumber else { return .fault(.wrongType) }
    if readsAsInteger { return truncated(node.text, &value) }
    switch kind {
    case .decimal(let scale):
      return take(scale.short(node.text) ?? scale.read(node.text), &value)
    case .binary: return double(node.text, &value)
    case .date, .time, .instant, .choice, .flag, .text, .point: return .fault(.wrongType)
    }
  }

  /// Cuts a number as `int` does: towards zero. A number with a point or an exponent is a double
  /// there, so it is cut as one.
  private func truncated(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    let isWhole = (0..<text.count).allSatisfy {
      text[$0] == UInt8(ascii: "-") || text[$0] & 0xF0 == 0x30
    }
    if isWhole { return plainWhole(text, &value) }
    switch BinaryNumber.read(text) {
    case .failure(let fault): return .fault(fault)
    case .success(let number):
      guard abs(number) < 9e18 else { return .fault(.outOfRange) }
      return whole(Int64(number), &value)
    }
  }

  private func plainWhole(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    switch kind {
    case .decimal(let scale): return take(scale.read(text), &value)
    case .binary: return double(text, &value)
    case .date, .time, .instant, .choice, .flag, .text, .point: return .fault(.wrongType)
    }
  }

  /// An object with `lat` and `lng`, or a text `lat,lng`.
  private func point(_ node: JSONNode, _ value: inout CellValue) -> CellOutcome {
    if node.isString { return decode(node.text, &value) }
    guard node.isObject else { return .fault(.wrongType) }
    return point(node.member("lat"), node.member("lng"), &value)
  }

  /// Two members, in degrees; nulls and absent ones are missing.
  func point(
    _ latitude: JSONNode?, _ longitude: JSONNode?, _ value: inout CellValue
  ) -> CellOutcome {
    func half(_ node: JSONNode?) -> TextSlice? {
      guard let node else { return TextSlice.empty }
      if node.isNothing || (falsyIsMissing && node.isFalsy) { return TextSlice.empty }
      return node.isNumber ? node.text : nil
    }
    guard let a = half(latitude), let b = half(longitude) else {
      return otherIsMissing ? .missing : .fault(.wrongType)
    }
    let isNull = latitude != nil && longitude != nil
    let outcome = decodePoint(a, b, &value)
    if case .missing = outcome, isNull, !falsyIsMissing { return .null }
    return outcome
  }
}

extension DecimalParts {
  init(whole number: Int64) {
    digits = number.magnitude
    isNegative = number < 0
  }
}
