import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A quote's waterfall as SVG: a bar a step, from what was carried above it to
/// what is carried below, all to one scale.
///
/// Each bar is a drawing of its own that stretches to its row, so that text
/// stays text and rows may unfold between them.
struct WaterfallDrawing {
  private struct Bar {
    var from: Double
    var to: Double
    var isSum: Bool
  }

  /// The bars by their position among the steps.
  private var bars: [Int: Bar] = [:]
  private let total: Double
  private let low: Double
  private let high: Double

  init(_ explanation: Explanation) {
    for (index, step) in explanation.steps.enumerated() where step.applies {
      guard let running = step.running, running.isKnown else { continue }
      let isSum = step.kind == .subtotal
      guard isSum ? step.instances.isEmpty : step.amount.isKnown else { continue }
      let below = running.number
      bars[index] = Bar(from: isSum ? 0 : below - step.amount.number, to: below, isSum: isSum)
    }
    total = explanation.total.number
    let ends: [Double] = bars.values.map { $0.from } + bars.values.map { $0.to } + [0, total]
    low = ends.min() ?? 0
    high = max(ends.max() ?? 1, low + 0.01)
  }

  /// The bar of a step; empty where its element has a waterfall of its own.
  func svg(step index: Int) -> String { bars[index].map(svg) ?? "" }

  var totalSVG: String { svg(Bar(from: 0, to: total, isSum: true)) }

  private func x(_ value: Double) -> Double {
    ((value - low) / (high - low) * 9960).rounded() / 10
  }

  private func svg(_ bar: Bar) -> String {
    let (left, right) = (x(min(bar.from, bar.to)), x(max(bar.from, bar.to)))
    let kind = bar.isSum ? "sum" : bar.to >= bar.from ? "up" : "down"
    var text =
      "<svg class=\"bar\" viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" "
      + "aria-hidden=\"true\">"
    text += line(0, 0, bottom: 20, kind: "zero")
    guard left < right else {
      return text + line(bar.to, 0, bottom: 20, kind: "carried") + "</svg>"
    }
    if !bar.isSum { text += line(bar.from, 0, bottom: 5, kind: "carried") }
    text += line(bar.to, 15, bottom: 20, kind: "carried")
    text += "<rect class=\"\(kind)\" x=\"\(left)\" y=\"4\" height=\"12\" "
    return text + "width=\"\(max(4, ((right - left) * 10).rounded() / 10))\"/></svg>"
  }

  private func line(_ value: Double, _ top: Int, bottom: Int, kind: String) -> String {
    let at = x(value) + 0.5
    return "<path class=\"\(kind)\" d=\"M\(at) \(top)V\(bottom)\"/>"
  }
}
