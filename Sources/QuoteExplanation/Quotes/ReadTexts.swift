import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What stood in the file for inputs that are read in a declared way: `1.200,50` for 1200.5, a
/// serial number for a date, a word for nothing.
///
/// A reader keeps values and no texts. For an explanation, whose bookings are few, each such input
/// has a second field, a text from the same place.
struct ReadTexts {
  private let recording: Recording
  private let bookings: BookingBatch

  init(_ recording: Recording, _ bookings: BookingBatch) {
    self.recording = recording
    self.bookings = bookings
  }

  /// What stood there; nil if that is not known, or says the same as the value.
  func text(ofField field: Int, at place: Recording.Place, value: String?) -> String? {
    let fields = bookings.schema.lists[place.list].fields
    guard let twin = fields.firstIndex(where: { $0.holdsTextOf == field }), let row = row(place)
    else { return nil }
    let column = bookings.lists[place.list].columns[twin]
    guard row < column.texts.count, column.isGiven(row) else { return nil }
    let text = column.texts[row].string
    return text.isEmpty || value.map { $0.contains(text) } ?? false ? nil : text
  }

  /// The row of a place in the batch; nil if the rules dropped or made elements.
  private func row(_ place: Recording.Place) -> Int? {
    guard let parent = recording.model.lists[place.list].parent else {
      return recording.quotes.firstRow + place.index
    }
    let above = recording.enclosing(parent, of: place)
    guard let outer = row(above) else { return nil }
    let (own, read) = (recording.quotes.offsets[place.list], bookings.lists[place.list].offsets)
    guard above.index + 1 < own.count, outer + 1 < read.count,
      own[above.index + 1] - own[above.index] == read[outer + 1] - read[outer]
    else { return nil }
    return Int(read[outer]) + place.index - Int(own[above.index])
  }

  /// Derivations with what stood in the file beside each such input.
  func noted(_ derivations: [Derivation]) -> [Derivation] { derivations.map(noted) }

  func noted(_ derivation: Derivation) -> Derivation {
    var derivation = derivation
    derivation.parts = noted(derivation.parts)
    if derivation.kind == .input, let origin = derivation.origin,
      case .reference(.field(let list, let field)) = origin.expression.operation
    {
      let place = recording.enclosing(list, of: origin.place)
      if let text = text(ofField: field, at: place, value: derivation.value) {
        let note = "written `\(text)`"
        derivation.note += derivation.note.isEmpty ? note : ", \(note)"
      }
    }
    return derivation
  }
}

extension BookingSchema {
  /// The same, with a text beside each input that is read in a declared way.
  package var withTexts: BookingSchema {
    var schema = self
    for list in lists.indices where !lists[list].isMade {
      for (index, field) in lists[list].fields.enumerated() {
        guard field.notation != nil || field.type == .instant && field.zone != nil else { continue }
        var twin = FieldSchema(
          name: "\(field.name), as it is written", type: .text, storage: .text, isOptional: true,
          defaultValue: nil, takesAsOf: false, sources: field.sources, choices: [],
          range: .unbounded, rangeIsOpen: (false, false), step: 1, unit: nil,
          conversions: [.anyAsText], span: field.span)
        twin.holdsTextOf = index
        schema.lists[list].fields.append(twin)
      }
    }
    return schema
  }
}

extension Explanation {
  /// The inputs that are read in a declared way, with what stood in the file for them.
  var readInputs: [ExplainedInput] { inputs.filter { $0.written != nil } }
}

extension ExplainedInput {
  /// The value, and what stood in the file for it.
  var shown: String {
    (value ?? "not given") + (written.map { ", written `\($0)`" } ?? "")
  }
}
