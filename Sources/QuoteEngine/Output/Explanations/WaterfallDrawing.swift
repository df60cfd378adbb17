/// A quote's waterfall as an SVG: a bar a step, from what was carried above it
/// to what is carried below.
struct WaterfallDrawing {
  private struct Bar {
    var name: String
    var amount: String
    var from: Double
    var to: Double
    var isSum: Bool
  }

  private var bars: [Bar] = []

  init(_ explanation: Explanation) {
    var carried = 0.0
    for step in explanation.steps where step.applies && step.depth == 0 {
      let below = step.runningNumber ?? carried + step.amountNumber
      if step.kind == .subtotal {
        bars.append(
          Bar(
            name: step.label ?? step.name, amount: step.running ?? step.amount, from: 0, to: below,
            isSum: true))
      } else if step.amountNumber != 0 {
        bars.append(
          Bar(
            name: step.label ?? step.name, amount: step.amount, from: carried, to: below,
            isSum: false))
      }
      carried = below
    }
    if explanation.status == .quoted {
      bars.append(Bar(name: "total", amount: explanation.total, from: 0, to: carried, isSum: true))
    }
  }

  /// Empty where there is nothing to draw.
  var svg: String {
    guard bars.count > 1 else { return "" }
    let height = 26
    let left = 190.0
    let width = 720.0
    let right = 96.0
    let low = min(0, bars.map { min($0.from, $0.to) }.min() ?? 0)
    let high = max(bars.map { max($0.from, $0.to) }.max() ?? 1, low + 0.01)
    let scale = (width - left - right) / (high - low)
    func x(_ value: Double) -> Double { left + (value - low) * scale }
    var text =
      "<svg viewBox=\"0 0 \(Int(width)) \(bars.count * height + 4)\" role=\"img\" "
      + "aria-label=\"waterfall\">"
    text +=
      "<line x1=\"\(short(x(0)))\" x2=\"\(short(x(0)))\" y1=\"0\" "
      + "y2=\"\(bars.count * height)\" stroke=\"var(--line)\"/>"
    for (index, bar) in bars.enumerated() {
      let y = index * height
      let (a, b) = (x(min(bar.from, bar.to)), x(max(bar.from, bar.to)))
      let color = bar.isSum ? "--sum" : bar.to >= bar.from ? "--up" : "--down"
      text +=
        "<text x=\"\(short(left - 10))\" y=\"\(y + 18)\" text-anchor=\"end\">"
        + "\(cut(bar.name).escapedForHTML)</text>"
      text +=
        "<rect x=\"\(short(a))\" y=\"\(y + 5)\" width=\"\(short(max(1.5, b - a)))\" "
        + "height=\"\(height - 9)\" rx=\"2\" fill=\"var(\(color))\"/>"
      text +=
        "<text class=\"dim\" x=\"\(short(b + 7))\" y=\"\(y + 18)\">"
        + "\(bar.amount.escapedForHTML)</text>"
      if index + 1 < bars.count {
        text +=
          "<line x1=\"\(short(x(bar.to)))\" x2=\"\(short(x(bar.to)))\" "
          + "y1=\"\(y + height - 4)\" y2=\"\(y + height + 5)\" stroke=\"var(--sum)\"/>"
      }
    }
    return text + "</svg>"
  }

  private func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private func cut(_ name: String) -> String {
    name.count > 26 ? name.prefix(25) + "…" : name
  }
}
