/// Which elements of which lists a fault is in, for its field's path.
final class FaultPath {
  private struct Step: BitwiseCopyable {
    var list: Int
    var element: Int
  }

  private let steps = ColumnBuffer<Step>()

  func push(_ list: Int, _ element: Int) { steps.append(Step(list: list, element: element)) }
  func pop() { steps.resize(to: steps.count - 1) }

  /// `items[1].parts[0].name`, elements counted from 0.
  func name(_ decoders: BookingDecoders, _ last: String) -> String {
    var text = ""
    for index in 0..<steps.count {
      let step = steps[index]
      text += "\(decoders.lists[step.list].schema.name)[\(step.element)]."
    }
    return text + last
  }
}
