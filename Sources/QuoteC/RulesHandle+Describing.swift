import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What rules read and what they give, as JSON.
extension RulesHandle {
  var description: String {
    let model = pricer.model
    var members = [
      Self.member("name", model.name), Self.member("title", model.title),
      Self.member("currency", model.currency),
      Self.member("arithmetic", model.arithmetic.rawValue),
      Self.member("key", model.schema.key.map { model.schema.lists[.booking].fields[$0].name }),
    ]
    members.append("\"inputs\":\(Self.fields(model.schema.lists[.booking]))")
    let lists = model.schema.lists.dropFirst().filter { !$0.isMade }.map { list in
      let parent = list.parent.map { model.schema.lists[$0].name } ?? ""
      return "{\(Self.member("name", list.name)),\(Self.member("in", parent)),"
        + "\"from\":\(Self.texts(list.sources.map(\.written))),\"most\":\(list.bound),"
        + "\"fields\":\(Self.fields(list))}"
    }
    members.append("\"lists\":[\(lists.joined(separator: ","))]")
    let quotes = pricer.plan.quoteSchema
    let lines = quotes.lines.map { line in
      "{\(Self.member("name", line.name)),\"kind\":\"\(line.kind)\"}"
    }
    members.append("\"lines\":[\(lines.joined(separator: ","))]")
    members.append("\"outputs\":\(Self.texts(quotes.outputs.map(\.name)))")
    return "{\(members.joined(separator: ","))}"
  }

  private static func fields(_ list: ListSchema) -> String {
    let fields = list.fields.filter { !$0.sources.isEmpty }.map { field in
      var members = [
        member("name", field.name), member("type", field.type.word),
        "\"from\":\(texts(field.sources.map(\.written)))",
        "\"optional\":\(field.isOptional || field.defaultValue != nil)",
      ]
      if let unit = field.unit { members.append(member("unit", unit.name)) }
      if !field.choices.isEmpty { members.append("\"words\":\(texts(field.choices))") }
      let range = field.writtenRange.interval
      if range.lower.isFinite { members.append(member("least", range.lower.description)) }
      if range.upper.isFinite { members.append(member("most", range.upper.description)) }
      return "{\(members.joined(separator: ","))}"
    }
    return "[\(fields.joined(separator: ","))]"
  }

  private static func member(_ name: String, _ text: String?) -> String {
    "\"\(name)\":" + (text.map(DiagnosticRenderer.quoted) ?? "null")
  }

  private static func texts(_ texts: [String]) -> String {
    "[\(texts.map(DiagnosticRenderer.quoted).joined(separator: ","))]"
  }
}

extension FieldSource {
  fileprivate var written: String {
    switch self {
    case .path(let path): path.isItself ? "itself" : CSVLayout.name(of: path)
    case .pair(let first, let second):
      "\(CSVLayout.name(of: first)) and \(CSVLayout.name(of: second))"
    }
  }
}

extension ListSourceSchema {
  fileprivate var written: String {
    switch self {
    case .path(let path): CSVLayout.name(of: path)
    case .itself: "itself"
    case .extra: "extra"
    }
  }
}
