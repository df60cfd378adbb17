import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Conditions with one part more: a flag or a word that the booking, or the element, has besides.
extension RemedyTurns {
  private static let mostWordsOfChoice = 4

  static func moreConditions(_ names: [String], _ model: PriceModel) -> [RulesEdit] {
    let lines = model.allLines.filter { names.contains($0.name) && $0.kind == .line }
    return alternating(
      lines.map { line in
        let asked = line.when.map { text($0, model) }
        let known = Set((asked.map { text in words(of: text).map { String(text[$0]) } }) ?? [])
        return parts(for: line, but: known, model).map { edit(line, asked, and: $0) }
      })
  }

  /// What may be asked besides, and its opposite.
  private static func parts(
    for line: ModelLine, but known: Set<String>, _ model: PriceModel
  ) -> [String] {
    let lists = line.grain.list == .booking ? [.booking] : [line.grain.list, .booking]
    let fields = lists.flatMap { model.schema.lists[$0].fields }.filter { !known.contains($0.name) }
    let lets = model.lets.filter { named in
      named.value.type == .flag && !named.value.isConstant
        && lists.contains(named.value.grain.list) && !known.contains(named.name)
    }.map(\.name)
    let flags = fields.filter { $0.type == .flag }.map(\.name) + lets
    let choices = fields.filter { $0.storage == .choice }.flatMap { field in
      let words = field.choices.filter { !$0.contains("\"") }.prefix(mostWordsOfChoice)
      return words.flatMap { ["\(field.name) != \"\($0)\"", "\(field.name) = \"\($0)\""] }
    }
    return flags.flatMap { [$0, "not \($0)"] } + choices
  }

  /// A line with one condition more.
  static func only(_ line: ModelLine, where part: String, _ model: PriceModel) -> RulesEdit {
    edit(line, line.when.map { text($0, model) }, and: part)
  }

  private static func edit(_ line: ModelLine, _ asked: String?, and part: String) -> RulesEdit {
    let whole = asked.map { parts(of: $0, at: "or").count > 1 ? "(\($0))" : $0 }
    let setting = "quote.\(line.name).when=" + (whole.map { "\($0) and \(part)" } ?? part)
    return RulesEdit(
      setting: setting, settings: [setting], what: "\(line.name) only where \(part)",
      span: line.when?.span ?? line.span)
  }
}
