import QuoteLanguage
import QuoteSyntax

/// Rows that are no bookings and are read as such, since all that they have are texts: a header
/// that comes again where files were put together, and a line of dashes.
extension OddValues {
  mutating func noteRows(_ batch: BookingBatch, _ schema: BookingSchema) {
    let fields = schema.lists[.booking].fields
    let texts = fields.indices.filter { fields[$0].isReadAsText }
    guard let field = schema.key ?? texts.first, texts.contains(field) else { return }
    let names = fields[field].namesOfColumn.map { Array($0.utf8) }
    let (place, column) = (Place(list: 0, field: field), batch.lists[.booking].columns[field])
    // Where texts have codes, most are not at hand.
    guard column.codes.count == 0 else { return }
    let others = texts.filter { $0 != field }
    // What is read as anything else would be at fault there, and a row without it where it must
    // be given: most rules have such an input, and then no row is looked at.
    let figures = fields.indices.filter { !texts.contains($0) && fields[$0].defaultValue == nil }
    if figures.contains(where: { !fields[$0].isOptional && !fields[$0].takesAsOf }) { return }
    let columns = batch.lists[.booking].columns
    for row in 0..<column.heldTexts.count {
      let text = column.heldTexts[row]
      guard text.count > 1 else { continue }
      let isRuled = text.isRuled
      guard isRuled ? !others.isEmpty : names.contains(where: text.has), !batch.faults.has(row)
      else { continue }
      guard !figures.contains(where: { columns[$0].isGiven(row) }),
        others.contains(where: { columns[$0].isGiven(row) })
      else { continue }
      let isOdd = others.allSatisfy { other in
        let column = columns[other]
        guard column.isGiven(row), row < column.heldTexts.count else { return true }
        let code = column.codes.count > row ? fields[other].vocabulary?.other : nil
        if let code, column.codes[row] != code { return false }
        let text = column.heldTexts[row]
        return isRuled ? text.isRuled : fields[other].namesOfColumn.contains(text.string)
      }
      guard isOdd else { continue }
      note(
        isRuled ? .ruledRow : .headerRow, place,
        Found(name: fields[field].name, first: Int64(row), text: text.string))
    }
  }
}

extension FieldSchema {
  fileprivate var isReadAsText: Bool {
    type == .text && storage == .text && holdsTextOf == nil && !sources.isEmpty
  }

  /// What its column may be called.
  fileprivate var namesOfColumn: [String] { members + [name] }
}

extension TextSlice {
  fileprivate func has(_ bytes: [UInt8]) -> Bool {
    count == bytes.count && bytes.indices.allSatisfy { bytes[$0] == self[$0] }
  }

  /// Whether it is a line, `-----`, as between the rows of a table in print.
  fileprivate var isRuled: Bool {
    guard count >= 3 else { return false }
    let first = self[0]
    guard first == UInt8(ascii: "-") || first == UInt8(ascii: "=") || first == UInt8(ascii: "_")
    else { return false }
    return (1..<count).allSatisfy { self[$0] == first }
  }
}
