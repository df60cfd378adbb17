import QuoteLanguage
import QuoteSyntax

extension PricePlan {
  /// The plan as text: every instruction with the register it fills, how that
  /// is held, its range and where it came from. What `quote dump --stage plan`
  /// prints.
  package func dump() -> String {
    var text = "plan \(model.name)  \(registers.count) registers, "
    text += "\(prologue.count + instructions.count) instructions\n"
    text += section("once", prologue) + section("a block", instructions)
    text += "results\n"
    for (index, value) in results.enumerated() {
      text += "  \(index)  \(PlanOperation.written(value))\n"
    }
    for decline in declines {
      text += "decline  \(PlanOperation.written(decline.holds)), reason "
      text +=
        "\(PlanOperation.written(decline.reason))  \(model.sources.address(of: decline.span))\n"
    }
    for fault in faults {
      text += "fault  \(PlanOperation.written(fault.holds))"
      text += "  \(model.sources.address(of: fault.span))\n"
    }
    return text
  }

  private func section(_ title: String, _ instructions: [PlanInstruction]) -> String {
    guard !instructions.isEmpty else { return "" }
    let rows = instructions.map(row)
    let widths = (0..<4).map { column in min(48, rows.map { $0[column].count }.max() ?? 0) }
    let lines = rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += "  " + cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      return line + "  " + row[4] + "\n"
    }
    return title + "\n" + lines.joined()
  }

  /// Register, how it is held, what is done, its range and name, its place.
  private func row(_ instruction: PlanInstruction) -> [String] {
    let register = self[instruction.target]
    var held = "\(register.storage)"
    switch register.storage {
    case .rowSet(let words): held = "\(64 * words) rows"
    case .integer, .wide, .double, .flag, .choice, .text, .texts, .point: break
    }
    held += " " + written(register.grain)
    let target = PlanOperation.written(PlanValue(instruction.target, given: instruction.given))
    var known = instruction.name
    if case .quantity = register.type, register.range != .unbounded {
      known += known.isEmpty ? "" : ": "
      known += "\(register.range)"
    }
    if register.storage == .integer || register.storage == .wide, register.quantum != 1 {
      known += " by \(register.quantum)"
    }
    return [
      target, held, instruction.operation.written, known,
      model.sources[instruction.span.file] == nil
        ? "" : model.sources.address(of: instruction.span),
    ]
  }

  func written(_ grain: PlanGrain) -> String {
    switch grain {
    case .constant: "constant"
    case .list(.booking): "booking"
    case .list(let list): model.schema.lists[list].name
    case .sent(let list): "\(model.schema.lists[list].name) as sent"
    case .turn(let turn): "\(model.schema.lists[turns[turn]].name) in turn"
    }
  }
}

extension PlanOperation {
  /// `arithmetic add, r3, r4`: the member's name and what it holds, by reflection,
  /// so that no new operation is left out. Families are not named.
  var written: String { Self.written(operation: self) }

  private static func written(operation: Any) -> String {
    guard let payload = Mirror(reflecting: operation).children.first, let name = payload.label
    else { return "\(operation)" }
    if operation is PlanOperation, Mirror(reflecting: payload.value).displayStyle == .enum {
      return written(operation: payload.value)
    }
    let parts = Mirror(reflecting: payload.value)
    guard parts.displayStyle == .tuple else {
      return "\(name) \(written(payload.value))"
    }
    let written = parts.children.map { child -> String in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 + " " } ?? ""
      return label + Self.written(child.value)
    }
    return "\(name) \(written.joined(separator: ", "))"
  }

  package static func written(_ value: Any) -> String {
    switch value {
    case let register as Register: return "r\(register.index)"
    case let value as PlanValue:
      return "r\(value.cells.index)" + (value.given.map { "?r\($0.index)" } ?? "")
    case let values as [PlanValue]: return "[\(values.map { written($0) }.joined(separator: " "))]"
    case let registers as [Register]:
      return "[\(registers.map { written($0) }.joined(separator: " "))]"
    case let register as Register?: return register.map { written($0) } ?? "-"
    case let value as PlanValue?: return value.map { written($0) } ?? "-"
    case let style as TextStyle: return style.pattern ?? "as printed"
    case is KeySet: return "a set"
    case is PlanKey: return "of the key"
    default: return "\(value)"
    }
  }
}
