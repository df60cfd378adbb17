/// Texts in the order of the numbers in them: `PH2` comes before `PH16`.
///
/// The key of a text has each number in nine digits, or, where it has more, behind a colon for
/// each further one, and a space behind all that stands between numbers. Keys are compared like
/// other texts; the key of what a text begins with is what its key begins with, numbers and words
/// taken whole: that of `PH1` does not begin that of `PH16`.
package enum NaturalText {
  /// So many digits a number has at least.
  package static let width = 9

  package static func key(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var key: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let isNumber = isDigit(bytes[at])
      var end = at
      while end < bytes.count, isDigit(bytes[end]) == isNumber { end += 1 }
      let run = bytes[at..<end]
      at = end
      guard isNumber else {
        key += run + [UInt8(ascii: " ")]
        continue
      }
      let digits = run.drop { $0 == UInt8(ascii: "0") }
      let (zeros, colons) = (max(0, width - digits.count), max(0, digits.count - width))
      key += Array(repeating: UInt8(ascii: "0"), count: zeros)
      key += Array(repeating: UInt8(ascii: ":"), count: colons)
      key += digits
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// The first text behind all that begin with a key; nil for the empty one.
  package static func end(of key: String) -> String? {
    var bytes = Array(key.utf8)
    guard let last = bytes.popLast() else { return nil }
    return String(decoding: bytes + [last + 1], as: UTF8.self)
  }

  /// A key as a text that has it.
  package static func example(_ key: String) -> String {
    var (text, digits) = ("", "")
    for letter in key.unicodeScalars {
      if ("0"..."9").contains(letter) {
        digits.unicodeScalars.append(letter)
        continue
      }
      text += shortened(digits)
      digits = ""
      if letter != ":" { text.unicodeScalars.append(letter) }
    }
    text += shortened(digits)
    return text.replacing(kept(/\ (?=[0-9])/), with: "").trimmedOfSpaces
  }

  private static func shortened(_ digits: String) -> String {
    if digits.isEmpty { return "" }
    let number = digits.drop { $0 == "0" }
    return number.isEmpty ? "0" : String(number)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
