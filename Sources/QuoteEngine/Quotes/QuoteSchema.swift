/// The shape of a quote: its lines and outputs, and in which result column
/// each is found. Made with the plan, read by explanations and writers.
public struct QuoteSchema: Sendable {
  /// Lines and subtotals, depth first, as in the model.
  public var lines: [QuoteLine]
  public var outputs: [QuoteOutput]
  /// Result column of the total.
  public var total: Int
  /// Every result column's kind and how its numbers are read.
  public var columns: [ResultColumnSchema]
  /// Digits after the point of the currency's minor unit.
  public var minorDigits: Int
  public var currency: String
  public var arithmetic: Arithmetic
  /// Names of the lists, as in the booking schema (0 is the booking).
  public var listNames: [String]
  public var listParents: [Int?]

  public init(
    lines: [QuoteLine], outputs: [QuoteOutput], total: Int, columns: [ResultColumnSchema],
    minorDigits: Int, currency: String, arithmetic: Arithmetic, listNames: [String],
    listParents: [Int?]
  ) {
    self.lines = lines
    self.outputs = outputs
    self.total = total
    self.columns = columns
    self.minorDigits = minorDigits
    self.currency = currency
    self.arithmetic = arithmetic
    self.listNames = listNames
    self.listParents = listParents
  }
}

public struct QuoteLine: Sendable {
  public var id: Int
  public var name: String
  public var kind: LineDeclaration.Kind
  /// Nesting below the top of the waterfall.
  public var depth: Int
  /// Id of the enclosing group, if any.
  public var group: Int?
  /// Grain of one instance.
  public var grain: Grain
  public var place: Grain
  /// Result columns: whether the line applies (nil: always), the amount, the
  /// running value below it, label, reasons; amount summed to the booking.
  public var applies: Int?
  public var amount: Int
  public var running: Int?
  public var label: Int?
  public var reasons: [Int]
  public var sum: Int
  public var span: SourceSpan

  public init(
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

public struct QuoteOutput: Sendable {
  public indirect enum Body: Sendable {
    case value(column: Int)
    case records(list: Int, fields: [QuoteOutput])
  }
  public var name: String
  public var body: Body
  public var span: SourceSpan

  public init(name: String, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}

/// What a result column holds, and how to show it.
public struct ResultColumnSchema: Sendable {
  public enum Storage: Hashable, Sendable {
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

  public var storage: Storage
  public var type: ValueType
  public var grain: Grain
  public var isOptional: Bool
  /// What one of the held integer is worth in the shown unit.
  public var scale: Ratio
  public var unitName: String?
  public var choices: [String]

  public init(
    storage: Storage, type: ValueType, grain: Grain, isOptional: Bool, scale: Ratio,
    unitName: String?, choices: [String]
  ) {
    self.storage = storage
    self.type = type
    self.grain = grain
    self.isOptional = isOptional
    self.scale = scale
    self.unitName = unitName
    self.choices = choices
  }
}
