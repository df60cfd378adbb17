import QuoteLanguage
import QuoteSyntax

/// One end of a range in a key cell, with its unit: `5 kg` of `[5 kg..25 kg)` and of `>= 5 kg`.
struct RangeEnd {
  let text: String
  private let bytes: [UInt8]
  private let range: Range<Int>

  /// The end in which some bytes of a cell stand; nil where the cell is no range there.
  init?(in cell: String, around figure: Range<Int>) {
    let bytes = Array(cell.utf8)
    let marks = Set("[](),<>=".utf8)
    func isPoint(_ at: Int) -> Bool {
      bytes.indices.contains(at) && bytes[at] == UInt8(ascii: ".")
    }
    func isMark(_ at: Int) -> Bool {
      marks.contains(bytes[at]) || isPoint(at) && (isPoint(at - 1) || isPoint(at + 1))
    }
    var (lower, upper) = (figure.lowerBound, figure.upperBound)
    while lower > 0, !isMark(lower - 1) { lower -= 1 }
    while upper < bytes.count, !isMark(upper) { upper += 1 }
    let (left, right) = (lower > 0 ? bytes[lower - 1] : 0, upper < bytes.count ? bytes[upper] : 0)
    guard "<>=.".utf8.contains(left) || right == UInt8(ascii: ".") else { return nil }
    while lower < figure.lowerBound, bytes[lower] == 0x20 { lower += 1 }
    while upper > figure.upperBound, bytes[upper - 1] == 0x20 { upper -= 1 }
    self.bytes = bytes
    range = lower..<upper
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  /// What stands in it before a byte of the cell.
  func before(_ at: Int) -> String {
    String(decoding: bytes[range.lowerBound..<at], as: UTF8.self)
  }

  func after(_ at: Int) -> String {
    String(decoding: bytes[at..<range.upperBound], as: UTF8.self)
  }
}
