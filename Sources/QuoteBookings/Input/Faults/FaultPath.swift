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

  var count: Int { steps.count }

  subscript(index: Int) -> Step { steps[index] }

  /// `items[1].parts[0].name`, elements counted from 0: as the rules name it.
  func name(_ decoders: BookingDecoders, _ last: String) -> String {
    var text = ""
    for index in 0..<steps.count {
      let step = steps[index]
      text += "\(decoders.lists[step.list].schema.name)[\(step.element)]."
    }
    return text + last
  }
}
