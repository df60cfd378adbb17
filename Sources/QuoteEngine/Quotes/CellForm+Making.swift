package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

extension CellForm {
  /// How a result is spelled. Money has the minor unit's digits at least.
  package init(_ column: ResultColumnSchema, of schema: QuoteSchema) {
    switch column.storage {
    case .integer, .wide:
      self = CellForm(
        type: column.type, scale: column.scale, isWide: column.storage == .wide, of: schema)
    case .double: self = .double(schema.arithmetic)
    case .flag: self = .flag(schema.arithmetic)
    case .choice: self = .choice
    case .text: self = .text
    case .texts: self = .texts
    case .point: self = .point
    }
  }

  private init(type: ValueType, scale: Ratio, isWide: Bool, of schema: QuoteSchema) {
    switch type {
    case .date: self = .date
    case .time: self = .time
    case .instant: self = .instant
    case .weekday: self = .weekday
    case .quantity(let quantity):
      let isMoney = quantity.numerator == .money && schema.arithmetic == .exact
      self = .number(scale: scale, minimum: isMoney ? schema.minorDigits : 0, isWide: isWide)
    case .flag, .text, .choice, .point, .texts, .invalid:
      self = .number(scale: scale, minimum: 0, isWide: isWide)
    }
  }

  /// How an input's cells are spelled where they are echoed.
  package init(_ field: FieldSchema, arithmetic: Arithmetic) {
    switch field.storage {
    case .double: self = .double(arithmetic)
    case .flag: self = .flag(arithmetic)
    case .choice: self = .choice
    case .text: self = .text
    case .point: self = .point
    case .integer:
      switch field.type {
      case .date: self = .date
      case .time: self = .time
      case .instant: self = .instant
      case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
        .declared:
        self = .number(scale: field.step.isZero ? 1 : field.step, minimum: 0, isWide: false)
      }
    }
  }
}

extension PrintedColumn {
  package init(_ column: ResultColumn, form: CellForm, words: WordList?) {
    let given = column.given
    switch column.schema.storage {
    case .integer: self.init(column.integers, form: form, given: given)
    case .wide: self.init(column.wides, form: form, given: given)
    case .double: self.init(column.doubles, form: form, given: given)
    case .flag: self.init(column.flags, form: form, given: given)
    case .choice: self.init(column.choices, form: form, given: given, words: words?.slices)
    case .text: self.init(column.texts, form: form, given: given)
    case .texts: self.init(column.listOffsets, form: form, given: given, words: column.listTexts)
    case .point: self.init(column.points, form: form, given: given)
    }
  }

  package init(_ column: FieldColumn, form: CellForm, words: WordList?) {
    let validity = column.validity
    switch column.storage {
    case .integer: self.init(column.integers, form: form, validity: validity)
    case .double: self.init(column.doubles, form: form, validity: validity)
    case .flag: self.init(column.flags, form: form, validity: validity)
    case .choice:
      self.init(column.choices, form: form, validity: validity, words: words?.slices)
    case .text: self.init(column.texts, form: form, validity: validity)
    case .point: self.init(column.points, form: form, validity: validity)
    }
  }
}
