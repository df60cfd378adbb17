import TestKit
import Testing

@testable import QuoteLanguage
@testable import QuoteSyntax

extension SchemaValue {
  /// The value that a text of YAML is, in which every scalar is a text.
  init(yaml text: String) throws {
    var log = DiagnosticLog()
    self.init(try #require(YAMLReader.read(Array(text.utf8), file: 0, log: &log)))
  }

  private init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      self = node.isEmpty ? .null : .text(String(decoding: scalar.text, as: UTF8.self))
    case .mapping(let entries, _):
      self = .object(entries.map { ($0.key.value, SchemaValue($0.value)) })
    case .sequence(let elements, _): self = .list(elements.map { SchemaValue($0) })
    }
  }
}
