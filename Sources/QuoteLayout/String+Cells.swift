extension String {
  /// Cells of a terminal: one a character, two for wide ones.
  package var displayWidth: Int {
    var width = 0
    for character in self {
      guard let scalar = character.unicodeScalars.first else { continue }
      width += Self.isWide(scalar) ? 2 : 1
    }
    return width
  }

  /// East Asian wide and emoji blocks, as far as terminals agree on them.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// As a line ends: nothing shows what stands behind its last mark.
  package var withoutTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
