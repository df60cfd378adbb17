package import QuoteLanguage
package import QuoteSyntax

/// The shape of a quote: its lines and outputs, and in which result column
/// each is found. Made with the plan, read by explanations and writers.
package struct QuoteSchema: Sendable {
  /// Lines and subtotals, depth first, as in the model.
  package var lines: [QuoteLine]
  package var outputs: [QuoteOutput]
  /// Result column of the total.
  package var total: Int
  /// Every result column's kind and how its numbers are read.
  package var columns: [ResultColumnSchema]
  /// Digits after the point of the currency's minor unit.
  package var minorDigits: Int
  package var currency: String
  package var arithmetic: Arithmetic
  package var listParents: ByList<ListID?>

  package init(
    lines: [QuoteLine], outputs: [QuoteOutput], total: Int, columns: [ResultColumnSchema],
    minorDigits: Int, currency: String, arithmetic: Arithmetic, listParents: ByList<ListID?>
  ) {
    self.lines = lines
    self.outputs = outputs
    self.total = total
    self.columns = columns
    self.minorDigits = minorDigits
    self.currency = currency
    self.arithmetic = arithmetic
    self.listParents = listParents
  }
}

package struct QuoteLine: Sendable {
  package var id: Int
  package var name: String
  package var kind: LineDeclaration.Kind
  /// Nesting below the top of the waterfall.
  package var depth: Int
  /// Id of the enclosing group, if any.
  package var group: Int?
  /// Grain of one instance.
  package var grain: Grain
  package var place: Grain
  /// Result columns: whether the line applies (nil: always), the amount, the
  /// running value below it, label, reasons; amount summed to the booking.
  package var applies: Int?
  package var amount: Int
  package var running: Int?
  /// What is carried below each element, where a line takes its elements in order.
  package var runningOfEach: Int?
  /// What a subtotal names, summed up to the booking, where it stands in each element.
  package var named: Int?
  package var label: Int?
  package var reasons: [Int]
  package var sum: Int
  package var span: SourceSpan

  package init(
    id: Int, name: String, kind: LineDeclaration.Kind, depth: Int, group: Int?, grain: Grain,
    place: Grain, applies: Int?, amount: Int, running: Int?, label: Int?, reasons: [Int],
    sum: Int, span: SourceSpan
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.depth = depth
    self.group = group
    self.grain = grain
    self.place = place
    self.applies = applies
    self.amount = amount
    self.running = running
    self.label = label
    self.reasons = reasons
    self.sum = sum
    self.span = span
  }
}

package struct QuoteOutput: Sendable {
  package indirect enum Body: Sendable {
    case value(column: Int)
    case records(list: ListID, fields: [QuoteOutput])
  }
  package var name: String
  package var body: Body
  package var span: SourceSpan

  package init(name: String, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}

/// What a result column holds, and how to show it.
package struct ResultColumnSchema: Sendable {
  package enum Storage: Hashable, Sendable {
    /// `Int64`, times `scale` is the value shown (exact decimals, counts,
    /// days, seconds, microseconds).
    case integer
    /// `Int128`, as `integer`.
    case wide
    case double
    case flag
    /// `Int32`, an index into `choices`.
    case choice
    case text
    case texts
    case point
  }

  package var storage: Storage
  package var type: ValueType
  package var grain: Grain
  /// What one of the held integer is worth in the shown unit.
  package var scale: Ratio
  package var choices: [String]

  package init(
    storage: Storage, type: ValueType, grain: Grain, scale: Ratio, choices: [String]
  ) {
    self.storage = storage
    self.type = type
    self.grain = grain
    self.scale = scale
    self.choices = choices
  }
}
