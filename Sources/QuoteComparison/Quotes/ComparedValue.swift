package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A value of quotes as comparisons hold it against the other side's: an output, a line or the
/// total.
package struct ComparedValue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Index into the schema's outputs.
    case output(Int)
    /// Index into the schema's lines.
    case line(Int)
    case total
  }

  package let kind: Kind
  /// As the rules call it.
  package let ownName: String
  /// Whether an output has its name and is another value.
  package let isHidden: Bool

  fileprivate init(_ kind: Kind, _ ownName: String, isHidden: Bool = false) {
    self.kind = kind
    self.ownName = ownName
    self.isHidden = isHidden
  }

  /// The total as it is called where an output has its name and is another value.
  package static let hiddenTotal = ComparedValue(.total, "total", isHidden: true)

  /// What maps and reports call it: its own name, and what an output hides by its address, as
  /// `quote price` writes it.
  package var name: String { isHidden ? QuoteAddress(.quote, ownName).text : ownName }

  /// How it is chosen among the columns of quotes.
  var selector: String {
    switch kind {
    case .output: QuoteAddress(.outputs, ownName).text
    case .line: QuoteAddress(.quote, ownName).text
    case .total: ownName
    }
  }

  /// Its result column; nil if it is records.
  package func column(in schema: QuoteSchema) -> Int? {
    switch kind {
    case .output(let index):
      if case .value(let column) = schema.outputs[index].body { return column }
      return nil
    case .line(let index): return schema.rowColumn(of: schema.lines[index])
    case .total: return schema.total
    }
  }
}

extension PricePlan {
  /// The values of its quotes, each once: outputs, then lines and the total where no output has
  /// their name, then what outputs hide.
  package var comparedValues: [ComparedValue] {
    let (shown, hidden) = linesAndTotal
    let outputs = quoteSchema.outputs.enumerated().map { ComparedValue(.output($0), $1.name) }
    return outputs + shown + hidden
  }

  package var comparedNames: [String] { comparedValues.map(\.name) }

  /// Names of the values that outputs hide.
  package var hiddenNames: Set<String> {
    Set(comparedValues.filter(\.isHidden).map(\.name))
  }

  /// Whether an output is called `total` and is another value.
  package var hidesTotal: Bool { comparedValues.contains(.hiddenTotal) }

  /// Lines and the total whose names no output has, and those that an output of another value
  /// hides. What an output says again is neither.
  private var linesAndTotal: (shown: [ComparedValue], hidden: [ComparedValue]) {
    let outputs = Dictionary(quoteSchema.outputs.map { ($0.name, $0.body) }) { first, _ in first }
    // Lines under different conditions may have one name, of which the first is meant.
    var met: Set<String> = []
    let lines = quoteSchema.lines.enumerated().filter { met.insert($0.element.name).inserted }
    let all = lines.map { ComparedValue(.line($0.offset), $0.element.name) }
      + [ComparedValue(.total, "total")]
    let hidden = all.filter { value in
      switch outputs[value.ownName] {
      case nil: return false
      case .records?: return true
      case .value(let output)?:
        let column = value.column(in: quoteSchema)
        return column.map { results[$0].cells != results[output].cells } ?? true
      }
    }
    return (
      all.filter { outputs[$0.ownName] == nil },
      hidden.map { ComparedValue($0.kind, $0.ownName, isHidden: true) }
    )
  }
}
