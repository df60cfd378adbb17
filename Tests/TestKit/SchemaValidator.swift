import Foundation

/// A value as JSON Schema sees it. Scalars of YAML stay texts.
package indirect enum SchemaValue {
  case null
  case text(String)
  case number
  case flag
  case list([SchemaValue])
  case object([(key: String, value: SchemaValue)])

  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .text: "string"
    case .number: "number"
    case .flag: "boolean"
    case .list: "array"
    case .object: "object"
    }
  }

  /// A JSON document.
  package init(json: Data) throws {
    self = Self.value(try JSONSerialization.jsonObject(with: json))
  }

  private static func value(_ any: Any) -> SchemaValue {
    switch any {
    case let text as String: .text(text)
    case let elements as [Any]: .list(elements.map(value))
    case let members as [String: Any]:
      .object(members.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) })
    case let number as NSNumber:
      unsafe String(cString: number.objCType) == "c" ? .flag : .number
    default: .null
    }
  }
}

/// As much of JSON Schema (2020-12) as the project's own schema uses.
///
/// An unknown keyword is an error, so that nothing in the schema goes unheeded.
package struct SchemaValidator {
  package struct UnknownKeyword: Error { package var name: String }

  private let root: [String: Any]

  package init(_ json: Data) throws {
    root = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
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
    case "$schema", "$defs", "title", "description": return true
    case "$ref": return try holds(definition(rule as! String), value)
    case "type":
      let names = rule as? [String] ?? [rule as! String]
      return names.contains(value.typeName)
    case "anyOf":
      return try (rule as! [[String: Any]]).contains { try holds($0, value) }
    case "const", "enum":
      guard case .text(let text) = value else { return false }
      return (rule as? [String] ?? [rule as! String]).contains(text)
    case "pattern":
      guard case .text(let text) = value else { return true }
      return try text.contains(Regex(rule as! String))
    case "minLength":
      guard case .text(let text) = value else { return true }
      return text.count >= rule as! Int
    case "items":
      guard case .list(let elements) = value else { return true }
      return try elements.allSatisfy { try holds(rule as! [String: Any], $0) }
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

  private func definition(_ reference: String) -> [String: Any] {
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    return (root["$defs"] as? [String: [String: Any]])?[name] ?? [:]
  }
}
