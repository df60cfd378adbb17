import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// A document of `explain --format json`, read back: the receipt, and what its
/// quotes came to.
package struct ReceiptDocument: Sendable {
  package var receipt: Receipt
  package var quotes: [QuoteFacts]

  /// Throws where it is no such document, or one of another version.
  package init(reading bytes: [UInt8], called name: String) throws(Trouble) {
    let text = ByteBuffer()
    text.append(bytes)
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    let reader = JSONRecordReader()
    guard case .success(let root) = reader.read(text.slice(0, bytes.count)), root.isObject else {
      throw .notAReceipt(name, "it is not a JSON object")
    }
    let part = ReceiptPart(node: root, file: name)
    let format = try part.text("format")
    guard format == ExplanationDocument.format else { throw .otherReceipt(name, format) }
    receipt = try Self.receipt(try part.object("receipt"))
    guard try part.object("receipt").text("sha256") == receipt.digest else {
      throw .notAReceipt(name, "`sha256` of its receipt is not the digest of the files there")
    }
    quotes = []
    if root.hasRepeatedMembers {
      throw .notAReceipt(name, "a member is given twice in one object")
    }
    for quote in try part.objects("quotes") {
      quotes.append(try QuoteFacts(quote, in: receipt.currency))
    }
    withExtendedLifetime((text, reader)) {}
  }

  private static func receipt(_ part: ReceiptPart) throws(Trouble) -> Receipt {
    var files: [Receipt.File] = []
    for file in try part.objects("files") {
      guard let role = Receipt.File.Role(rawValue: try file.text("role")) else {
        throw file.wrong("role", "a role that is known")
      }
      files.append(
        Receipt.File(role: role, name: try file.text("name"), digest: try file.text("sha256")))
    }
    return Receipt(
      engine: try part.text("engine"), rules: try part.text("rules"),
      schema: try part.text("schema"), arithmetic: try part.text("arithmetic"),
      currency: try part.text("currency"), timezone: try part.optionalText("timezone"),
      timezoneDatabase: try part.newerText("timezoneDatabase"),
      asOf: try part.optionalText("asOf"), files: files)
  }
}

extension QuoteFacts {
  fileprivate init(_ part: ReceiptPart, in currency: String) throws(Trouble) {
    key = try part.text("key")
    record = try part.whole("record")
    let inputs = try part.node("inputs")
    booking = inputs.isNull ? nil : part.json(of: inputs)
    facts = [Fact("status", try part.json("status"))]
    let status = try part.text("status")
    if booking == nil, status != "fault" { throw part.wrong("inputs", "an object") }
    switch status {
    case "quoted": details.append(Fact("currency", currency.quotedAsJSON))
    case "declined": facts.append(Fact("reason", try part.object("declined").json("reason")))
    case "fault": facts.append(Fact("reason", try part.object("fault").json("message")))
    case _: throw part.wrong("status", "`quoted`, `declined` or `fault`")
    }
    let amounts = try readAmounts(part)
    // What could not be read has no price that could be held against anything.
    if booking == nil, amounts.contains(where: { $0.value != "null" }) {
      throw .notAReceipt(part.file, "it has amounts for a booking that could not be read")
    }
    add(amounts)
  }

  private mutating func readAmounts(_ part: ReceiptPart) throws(Trouble) -> [Fact] {
    var amounts: [Fact] = []
    for line in try part.objects("lines") {
      let (name, kind) = (try line.text("id"), try line.text("kind"))
      add(
        Row(
          name: name, kind: kind, applies: try line.applies, label: try line.json("label"),
          subtotal: try line.json("subtotal"), reasons: try line.json("reasons")))
      if try line.applies {
        amounts.append(Fact(name, try line.json(kind == "subtotal" ? "subtotal" : "amount")))
      }
      for element in try line.objects("elements") where try element.applies {
        let own = "\(name) \(try element.text("element"))"
        amounts.append(Fact(own, try element.json("amount")))
        details.append(Fact("\(own), label", try element.json("label")))
      }
    }
    amounts.append(Fact("total", try part.json("total")))
    for output in try part.objects("outputs") {
      amounts.append(Fact("outputs.\(try output.text("name"))", try output.json("value")))
    }
    return amounts
  }
}

/// An object of the document; asking for a member that is not there, or of
/// another kind, is trouble.
private struct ReceiptPart {
  let node: JSONNode
  let file: String

  func node(_ name: String) throws(Trouble) -> JSONNode {
    guard let found = node.member(name) else {
      throw .notAReceipt(file, "it has no `\(name)` where one is needed")
    }
    return found
  }

  func text(_ name: String) throws(Trouble) -> String {
    let found = try node(name)
    guard found.isString else { throw wrong(name, "a text") }
    return found.text.string
  }

  func optionalText(_ name: String) throws(Trouble) -> String? {
    try node(name).isNull ? nil : try text(name)
  }

  /// The text of a member that documents of earlier programs do not have.
  func newerText(_ name: String) throws(Trouble) -> String? {
    node.member(name) == nil ? nil : try optionalText(name)
  }

  /// Whether the line, or the element of one, applies.
  var applies: Bool {
    get throws(Trouble) {
      let found = try node("applies")
      guard found.isFlag else { throw wrong("applies", "true or false") }
      return found.isTrue
    }
  }

  func whole(_ name: String) throws(Trouble) -> Int64 {
    guard let number = Int64(try json(name)) else { throw wrong(name, "a whole number") }
    return number
  }

  func object(_ name: String) throws(Trouble) -> ReceiptPart {
    let found = try node(name)
    guard found.isObject else { throw wrong(name, "an object") }
    return ReceiptPart(node: found, file: file)
  }

  func objects(_ name: String) throws(Trouble) -> [ReceiptPart] {
    let found = try node(name)
    var parts: [ReceiptPart] = []
    if found.isArray {
      found.eachElement { _, element in
        if element.isObject { parts.append(ReceiptPart(node: element, file: file)) }
      }
    }
    guard found.isArray, parts.count == found.size else { throw wrong(name, "a list of objects") }
    return parts
  }

  func json(_ name: String) throws(Trouble) -> String { json(of: try node(name)) }

  func json(of node: JSONNode) -> String {
    let buffer = ByteBuffer()
    buffer.append(json: node)
    return buffer.string
  }

  func wrong(_ name: String, _ wanted: String) -> Trouble {
    .notAReceipt(file, "`\(name)` is not \(wanted)")
  }
}

extension Trouble {
  static func notAReceipt(_ name: String, _ why: String) -> Trouble {
    Trouble(
      "not-a-receipt",
      "`\(name)` is not a document of `quote explain --format json`: \(why)")
  }

  static func otherReceipt(_ name: String, _ format: String) -> Trouble {
    Trouble(
      "other-receipt",
      "`\(name)` is a `\(format)`; this program reads `\(ExplanationDocument.format)`")
  }
}
