import Foundation
import QuoteSyntax

/// A value as JSON Schema sees it. Scalars of YAML stay texts.
package indirect enum SchemaValue: Equatable {
  case null
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([SchemaValue])
  case object([(key: String, value: SchemaValue)])

  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .text: "string"
    case .number(let number): number.rounded() == number ? "integer" : "number"
    case .flag: "boolean"
    case .list: "array"
    case .object: "object"
    }
  }

  package static func == (a: SchemaValue, b: SchemaValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.text(let a), .text(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count
        && a.allSatisfy { member in
          b.contains { $0.key == member.key && $0.value == member.value }
        }
    case _: false
    }
  }
}

extension SchemaValue: Decodable {
  /// A JSON document.
  package init(json: Data) throws {
    self = try JSONDecoder().decode(SchemaValue.self, from: json)
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try members.allKeys.map { ($0.stringValue, try members.decode(Self.self, forKey: $0)) })
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [SchemaValue] = []
      while !elements.isAtEnd { list.append(try elements.decode(Self.self)) }
      self = .list(list)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        self = .null
      } else if let flag = try? single.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? single.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try single.decode(String.self))
      }
    }
  }
}

/// Validates as much of JSON Schema as the project's own schema (2020-12) and that of SARIF (draft
/// 4) use.
///
/// An unknown keyword is an error, so that nothing in the schema goes unheeded.
package struct SchemaValidator {
  package struct UnknownKeyword: Error { package var name: String }

  private let root: [String: Any]

  package init(_ json: Data) throws {
    root = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
  }

  /// A schema of the documentation.
  package init(inDocs name: String) throws {
    try self.init(Data(contentsOf: Repository.root.appending(path: "docs/\(name)")))
  }

  /// From the root to the innermost value that is not as the schema has it;
  /// empty where all is well.
  package func complaint(about value: SchemaValue) throws -> String {
    try complaint(root, value, at: "")
  }

  /// Follows the members and elements that are not accepted themselves.
  private func complaint(
    _ schema: [String: Any], _ value: SchemaValue, at path: String
  ) throws -> String {
    if try holds(schema, value) { return "" }
    let schema = (schema["$ref"] as? String).map(definition) ?? schema
    if case .object(let members) = value, let known = schema["properties"] as? [String: Any] {
      for member in members {
        guard let rule = known[member.key] as? [String: Any] else { continue }
        let inner = try complaint(rule, member.value, at: path + "/" + member.key)
        if !inner.isEmpty { return inner }
      }
    }
    if case .list(let elements) = value, let rule = schema["items"] as? [String: Any] {
      for (index, element) in elements.enumerated() {
        let inner = try complaint(rule, element, at: path + "/\(index)")
        if !inner.isEmpty { return inner }
      }
    }
    return path.isEmpty ? "/" : path
  }

  package func accepts(_ value: SchemaValue) throws -> Bool { try holds(root, value) }

  private func holds(_ schema: [String: Any], _ value: SchemaValue) throws -> Bool {
    for (keyword, rule) in schema where try !holds(keyword, rule, schema, value) { return false }
    return true
  }

  private func holds(
    _ keyword: String, _ rule: Any, _ schema: [String: Any], _ value: SchemaValue
  ) throws -> Bool {
    switch keyword {
    case "$schema", "$defs", "id", "definitions", "title", "description", "default": return true
    case "$ref": return try holds(definition(rule as! String), value)
    case "type":
      let names = rule as? [String] ?? [rule as! String]
      return names.contains(value.typeName)
        || value.typeName == "integer" && names.contains("number")
    case "anyOf":
      return try (rule as! [[String: Any]]).contains { try holds($0, value) }
    case "oneOf":
      return try (rule as! [[String: Any]]).count { try holds($0, value) } == 1
    case "const", "enum":
      guard case .text(let text) = value else { return false }
      // YAML's words for flags are texts here.
      return (rule as? [Any] ?? [rule]).contains { one in
        one as? String == text || (one as? Bool).map { "\($0)" } == text
      }
    case "minimum", "maximum":
      guard case .number(let number) = value, let bound = rule as? Double else { return true }
      return keyword == "minimum" ? number >= bound : number <= bound
    case "format":
      guard case .text(let text) = value else { return true }
      return Self.isOfFormat(rule as! String, text)
    case "pattern":
      guard case .text(let text) = value else { return true }
      return try text.contains(Regex(rule as! String))
    case "minLength":
      guard case .text(let text) = value else { return true }
      return text.count >= rule as! Int
    case "items", "minItems", "uniqueItems":
      guard case .list(let elements) = value else { return true }
      return try holdsForList(keyword, rule, elements)
    default: return try holdsForObject(keyword, rule, schema, value)
    }
  }

  private func holdsForObject(
    _ keyword: String, _ rule: Any, _ schema: [String: Any], _ value: SchemaValue
  ) throws -> Bool {
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    guard case .object(let members) = value else {
      let keywords = [
        "required", "minProperties", "properties", "additionalProperties", "propertyNames",
      ]
      if keywords.contains(keyword) { return true }
      throw UnknownKeyword(name: keyword)
    }
    switch keyword {
    case "required":
      return (rule as! [String]).allSatisfy { name in members.contains { $0.key == name } }
    case "minProperties": return members.count >= rule as! Int
    case "properties":
      return try members.allSatisfy { member in
        try known[member.key].map { try holds($0, member.value) } ?? true
      }
    case "additionalProperties":
      let others = members.filter { known[$0.key] == nil }
      if let allowed = rule as? Bool { return allowed || others.isEmpty }
      return try others.allSatisfy { try holds(rule as! [String: Any], $0.value) }
    case "propertyNames":
      return try members.allSatisfy { try holds(rule as! [String: Any], .text($0.key)) }
    default: throw UnknownKeyword(name: keyword)
    }
  }

  private func holdsForList(
    _ keyword: String, _ rule: Any, _ elements: [SchemaValue]
  ) throws -> Bool {
    switch keyword {
    case "minItems": return elements.count >= rule as! Int
    case "uniqueItems":
      return elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
    default: return try elements.allSatisfy { try holds(rule as! [String: Any], $0) }
    }
  }

  /// Formats are of ASCII, without white space.
  private static func isOfFormat(_ format: String, _ text: String) -> Bool {
    switch format {
    case "date-time": return text.contains(kept(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))
    case "uri": return text.contains(kept(/^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$/))
    default: return text.contains(kept(/^[!-~]*$/))
    }
  }

  private func definition(_ reference: String) -> [String: Any] {
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    let home = root["$defs"] ?? root["definitions"]
    return (home as? [String: [String: Any]])?[name] ?? [:]
  }
}
