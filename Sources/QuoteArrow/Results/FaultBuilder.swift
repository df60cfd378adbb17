import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Quoted, declined or at fault: a word of a dictionary, or a text where somebody has no use for
/// dictionaries.
final class StatusBuilder: ColumnBuilder {
  private let cells = ArrowBuffer()
  private let texts: TextBuilder?
  static let words = ["quoted", "declined", "fault"]

  init(asText: Bool) {
    texts = asText ? TextBuilder() : nil
    super.init(asText ? "u" : "c", buffers: asText ? 3 : 2, words: asText ? [] : Self.words)
  }

  override func append(_ block: ResultBlock) {
    if let texts {
      for row in 0..<block.count { texts.append(text: Self.words[Int(block.quotes.statuses[row])]) }
    } else {
      let to = unsafe cells.add(block.count)
      unsafe to.copyMemory(from: block.quotes.statuses.pointer, byteCount: block.count)
    }
    addGiven(block.count)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    if let texts { return unsafe texts.buffer(index) }
    return unsafe cells.handOver()
  }
}

/// Why a booking has no price: one object with the reason, what is at fault, and the rule that
/// needed it; null for all others, which are nearly all.
final class FaultBuilder: ColumnBuilder {
  private let parts: [TextBuilder]
  private let sources: Sources
  static let names = ["reason", "field", "value", "message", "rule"]

  init(_ sources: Sources) {
    self.sources = sources
    parts = Self.names.map { _ in TextBuilder() }
    super.init("+s", buffers: 1, children: Array(zip(Self.names, parts)))
  }

  override func append(_ block: ResultBlock) {
    if block.quoted.count == 0 { return addNoFault(block.count) }
    for row in 0..<block.count {
      if let fault = block.fault(row) { add(fault) } else { addNoFault(1) }
    }
  }

  private func addNoFault(_ count: Int) {
    for part in parts { part.appendNothing(count) }
    addNothing(count)
  }

  private func add(_ fault: RowFault) {
    for (part, text) in zip(parts, [fault.reason, fault.field, fault.value, fault.message]) {
      part.append(text: text)
    }
    if let rule = sources.place(of: fault.rule) {
      parts[4].append(text: rule)
    } else {
      parts[4].appendNothing()
    }
    add(isGiven: true)
  }
}

/// One member of a fault, where it was asked for by its name as CSV files have it.
final class FaultTextBuilder: ColumnBuilder {
  private let texts = TextBuilder()
  private let member: (RowFault) -> String

  init(_ member: @escaping (RowFault) -> String) {
    self.member = member
    super.init("u", buffers: 3)
  }

  override func append(_ block: ResultBlock) {
    if block.quoted.count == 0 {
      texts.appendEmpty(block.count)
      return addNothing(block.count)
    }
    for row in 0..<block.count {
      let fault = block.fault(row)
      texts.append(text: fault.map(member) ?? "")
      add(isGiven: fault != nil)
    }
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe texts.buffer(index)
  }
}

extension Sources {
  /// `rules.yaml:12:9`; nil if a span is nowhere.
  fileprivate func place(of span: SourceSpan) -> String? {
    guard let file = self[span.file] else { return nil }
    let place = file.position(of: span.lower)
    return "\(file.name):\(place.line):\(place.column)"
  }
}
