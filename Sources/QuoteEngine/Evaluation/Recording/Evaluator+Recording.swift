import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// What a row of the last block came to; for a plan that records.
  package func recording(row: Int) -> Recording {
    Recording(plan: plan, quotes: quotes, row: row, areas: prepared.areas) { self.cell($0, $1) }
  }

  /// One cell of a register as a value.
  package func cell(_ register: Register, _ index: Int) -> RecordedValue {
    let shape = plan[register]
    switch shape.storage {
    case .integer:
      let held = unsafe registers.cells(register, as: Int64.self)[index]
      return number(Int128(held), shape)
    case .wide: return unsafe number(registers.cells(register, as: Int128.self)[index], shape)
    case .double: return unsafe .double(registers.cells(register, as: Double.self)[index])
    case .flag: return unsafe .flag(registers.cells(register, as: UInt8.self)[index] != 0)
    case .choice: return unsafe .choice(Int(registers.cells(register, as: Int32.self)[index]))
    case .text: return unsafe .text(registers.cells(register, as: TextSlice.self)[index].string)
    case .point:
      let cells = unsafe registers.cells(register, as: Double.self)
      return unsafe .point(
        GeographicPoint(latitude: cells[2 * index], longitude: cells[2 * index + 1]))
    case .texts:
      let ends = unsafe registers.cells(register, as: Int32.self)
      let items = registers.texts(register)
      return unsafe .texts((Int(ends[index])..<Int(ends[index + 1])).map { items[$0].string })
    case .rowSet(let words): return rows(register, index, words)
    }
  }

  private func number(_ held: Int128, _ shape: PlanRegister) -> RecordedValue {
    if case .quantity = shape.type, plan.model.arithmetic == .exact {
      return .exact(Ratio(held) * shape.quantum)
    }
    return .integer(Int64(truncatingIfNeeded: held))
  }

  /// A set of rows as their positions, written out.
  private func rows(_ register: Register, _ index: Int, _ words: Int) -> RecordedValue {
    let cells = unsafe registers.cells(register, as: UInt64.self)
    var found: [String] = []
    for word in 0..<words {
      var rest = unsafe cells[index * words + word]
      while rest != 0 {
        found.append("\(word * 64 + rest.trailingZeroBitCount)")
        rest &= rest - 1
      }
    }
    return .texts(found)
  }
}
