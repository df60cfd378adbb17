import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

extension TextKernels {
  static func lowered(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    let target = unsafe arena.room(for: text.count)
    switch unsafe cvector_lower(text.base, text.count, target) {
    case cvector_is_lower: return text
    case cvector_was_lowered:
      arena.take(text.count)
      return unsafe TextSlice(base: UnsafePointer(target), count: text.count)
    default: return arena.copy(lowered(text.string))
    }
  }

  static func uppered(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    guard text.isASCII else { return arena.copy(text.string.uppercased()) }
    let first = UInt8(ascii: "a")
    guard unsafe text.bytes.contains(where: { $0 &- first < 26 }) else { return text }
    let target = unsafe arena.room(for: text.count)
    for i in 0..<text.count {
      let byte = unsafe text.base[i]
      unsafe target[i] = byte &- first < 26 ? byte & 0xDF : byte
    }
    arena.take(text.count)
    return unsafe TextSlice(base: UnsafePointer(target), count: text.count)
  }

  /// Scalar by scalar, and a capital sigma that ends a word as a final one: it
  /// follows a cased letter and none follows it, what case ignores left out of
  /// account (the Unicode Standard, section 3.13, Final_Sigma).
  static func lowered(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      guard scalar == "\u{3A3}" else {
        result += scalar.properties.lowercaseMapping
        continue
      }
      let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
      let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
      let isFinal = before?.properties.isCased == true && after?.properties.isCased != true
      result.unicodeScalars.append(isFinal ? "\u{3C2}" : "\u{3C3}")
    }
    return result
  }
}
