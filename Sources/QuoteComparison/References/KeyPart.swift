package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How a part of a key is compared: a number by what it is worth, `2.0` as `2` and `03` as `3`, all
/// else character by character.
package enum KeyPart: Sendable {
  case text, number

  /// As the rules read this field.
  package init(_ field: FieldSchema, arithmetic: Arithmetic) {
    switch CellForm(field, arithmetic: arithmetic) {
    case .decimal, .wide, .double, .fraction, .wideFraction: self = .number
    case .flag, .text, .texts, .choice, .date, .time, .instant, .weekday, .point: self = .text
    }
  }

  /// Adds what is compared of a part.
  package func append(_ part: TextSlice, to buffer: ByteBuffer, isLoose: Bool) {
    guard self == .number, !Self.isPlain(part),
      let number = Ratio(decimal: part.string.trimmedOfSpaces)
    else {
      return isLoose ? LooseKey.append(part, to: buffer) : buffer.append(part)
    }
    buffer.append(text: number.description)
  }

  /// A whole number as all write it: nearly all numbers of keys are.
  private static func isPlain(_ part: TextSlice) -> Bool {
    guard part.count > 0, part[0] != UInt8(ascii: "0") || part.count == 1 else { return false }
    for at in 0..<part.count where !(0x30...0x39).contains(part[at]) { return false }
    return true
  }
}
