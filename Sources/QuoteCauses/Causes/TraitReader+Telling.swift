import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Traits as they are told.
extension TraitReader {
  func tell(_ trait: Trait) -> SharedTraits.Trait {
    func made(_ text: String, _ span: SourceSpan, _ rank: Int) -> SharedTraits.Trait {
      SharedTraits.Trait(text: text, place: RulePlace(span, in: model.sources), rank: rank)
    }
    switch trait {
    case .walked(.row(let table, let row)):
      return made(reader.names.name(of: row, in: table), model.tables[table].rows[row].span, 2)
    case .walked(.bound(let table, let row, let isLower)):
      let name = reader.names.name(of: row, in: table)
      return made(
        "\(name), on its \(Self.end(isLower))", model.tables[table].rows[row].span, 0)
    case .bound(let table, let isLower):
      return made(
        "\(model.tables[table].name), on \(isLower ? "a lower bound" : "an upper bound")",
        model.tables[table].span, 1)
    case .walked(.even(let span)): return made("exactly at \(text(span))", span, 0)
    case .walked(.chosen(let span)): return made("\(text(span)) is taken", span, 3)
    case .walked(.condition(let span, let holds)):
      return made(holds ? text(span) : "not (\(text(span)))", span, 3)
    case .key(let span, let value): return made("\(text(span)) is \(value)", span, 3)
    case .line(let id):
      let line = reader.lines.all[id]
      return made("\(line.name) applies", line.span, 6)
    case .input(let list, let field, let value):
      let schema = model.schema.lists[list].fields[field]
      let whose = list == .booking ? "" : " of one of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) is \(value.isEmpty ? "empty" : value)", schema.span, 7)
    case .present(let list, let field):
      let schema = model.schema.lists[list].fields[field]
      return made(
        "\(schema.name) of one of \(model.schema.lists[list].name) is not 0", schema.span, 7)
    case .several(let list, let field, let value):
      let schema = model.schema.lists[list].fields[field]
      let whose = " of several of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) is \(value.isEmpty ? "empty" : value)", schema.span, 7)
    case .zero(let field):
      let schema = model.schema.lists[.booking].fields[field]
      return made("\(schema.name) is 0", schema.span, 4)
    case .usual(let list, let field):
      let schema = model.schema.lists[list].fields[field]
      let whose = list == .booking ? "" : " of one of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) is its default", schema.span, 4)
    case .word(let list, let field, let word):
      let schema = model.schema.lists[list].fields[field]
      let whose = list == .booking ? "" : " of one of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) has the word \(word)", schema.span, 8)
    case .clock(let list, let field, let clock):
      let schema = model.schema.lists[list].fields[field]
      return switch clock {
      case .ahead: made("the clocks are put forward at \(schema.name)", schema.span, 5)
      case .changing: made("the clocks change on the day of \(schema.name)", schema.span, 2)
      }
    case .given(let list, let field, let isGiven):
      let schema = model.schema.lists[list].fields[field]
      let whose = list == .booking ? "" : " of one of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) is \(isGiven ? "given" : "not given")", schema.span, 8)
    }
  }

  private static func end(_ isLower: Bool) -> String { isLower ? "lower bound" : "upper bound" }

  func text(_ span: SourceSpan) -> String {
    model.sources.text(at: span).trimmedOfSpaces
  }
}
