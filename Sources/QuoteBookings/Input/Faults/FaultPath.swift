import QuoteLanguage
import QuoteSyntax

/// Which elements of which lists a fault is in.
final class FaultPath {
  struct Step: BitwiseCopyable {
    var list: Int
    var element: Int
    /// Which of the list's sources it is from.
    var source: Int
    /// Whether it stands in a cell as its list is spelled, its fields without names.
    var isSpelled: Bool
  }

  private let steps = ColumnBuffer<Step>()

  func push(_ step: Step) { steps.append(step) }
  func pop() { steps.resize(to: steps.count - 1) }
  func removeAll() { steps.removeAll() }

  /// Whether marks stand for the numbers of elements in what is told: one sentence does for all
  /// elements then, and `numbered` makes it that of one.
  var hidesNumbers = false

  /// Unicode has these for uses within a program.
  private static let firstMark: UInt32 = 0xFDD0
  /// How many marks there are.
  static let mostHidden = 32

  /// The number of an element for what is told.
  func shown(_ number: Int, at index: Int) -> String {
    guard hidesNumbers else { return String(number) }
    return String(Unicode.Scalar(Self.firstMark + UInt32(index)) ?? "?")
  }

  /// A sentence with the numbers of the elements for the marks.
  func numbered(_ text: String) -> String {
    var result = ""
    var rest = text.unicodeScalars[...]
    let marks = Self.firstMark..<Self.firstMark + UInt32(steps.count)
    while let at = rest.firstIndex(where: { marks.contains($0.value) }) {
      result += String(rest[..<at])
      result += String(steps[Int(rest[at].value - Self.firstMark)].element)
      rest = rest[rest.index(after: at)...]
    }
    return result + String(rest)
  }

  /// The elements as one number, if they are among the first of few lists.
  var numbers: UInt64? {
    guard steps.count <= 8 else { return nil }
    var packed: UInt64 = 0
    for index in 0..<steps.count {
      guard steps[index].element < 16 else { return nil }
      packed = packed << 8 | UInt64(steps[index].element)
    }
    return packed
  }

  var count: Int { steps.count }

  subscript(index: Int) -> Step { steps[index] }

  /// `items[1].parts[0].name`, elements counted from 0: as the rules name it.
  func name(_ decoders: BookingDecoders, _ last: String) -> String {
    var text = ""
    for index in 0..<steps.count {
      let step = steps[index]
      text += "\(decoders.lists[step.list].schema.name)[\(shown(step.element, at: index))]."
    }
    return text + last
  }
}
