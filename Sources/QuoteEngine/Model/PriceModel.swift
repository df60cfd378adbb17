/// What the rules mean: names resolved, every expression typed, with its
/// units, its grain, its range, and whether it may be not given.
///
/// Made from a `RuleTree` by checking it. A model never holds an `invalid`
/// type; rules with errors give diagnostics instead.
public struct PriceModel: Sendable {
  public var name: String
  public var title: String?
  /// ISO 4217, and the step of its minor unit (0.01 for most, 1 for JPY).
  public var currency: String
  public var minorUnit: Ratio
  public var timezone: String?
  /// The rules of that zone.
  var zone: TimeZoneRules?
  public var arithmetic: Arithmetic
  /// The mode of a bare `round`; the profile's own in the binary ones.
  public var rounding: RoundingMode

  /// What is read. Lists of the schema and `lists` share their indices.
  public var schema: BookingSchema
  public var lists: [ModelList]
  /// In an order in which each uses only earlier ones.
  public var lets: [ModelLet]
  /// Lets whose figure stands in a quotient or a step by itself, without a
  /// reference to the let.
  public var figures: Set<Int> = []
  public var tables: [ModelTable]
  public var areas: [ModelArea]
  /// The waterfall, in order, groups nested. Every line and subtotal also
  /// stands in `lines`, by its `id`.
  public var waterfall: [ModelLine]
  public var declines: [ModelDecline]
  public var outputs: [ModelOutput]
  public var sources: Sources

  public init(
    name: String, title: String?, currency: String, minorUnit: Ratio, timezone: String?,
    arithmetic: Arithmetic, rounding: RoundingMode, schema: BookingSchema, sources: Sources
  ) {
    self.name = name
    self.title = title
    self.currency = currency
    self.minorUnit = minorUnit
    self.timezone = timezone
    self.arithmetic = arithmetic
    self.rounding = rounding
    self.schema = schema
    self.sources = sources
    lists = []
    lets = []
    tables = []
    areas = []
    waterfall = []
    declines = []
    outputs = []
  }

  /// Every line and subtotal, depth first, so that `line(id)` is its position.
  public var allLines: [ModelLine] { waterfall.flatMap(\.selfAndMembers) }

  /// Ids of the lines of which a line is a member, the outermost first.
  public func groups(around line: Int) -> [Int] {
    var groups: [Int] = []
    var lines = waterfall
    while let group = lines.first(where: { $0.selfAndMembers.contains { $0.id == line } }),
      group.id != line, case .members(let members, _) = group.effect
    {
      groups.append(group.id)
      lines = members
    }
    return groups
  }
}

/// How fine a value is: one for each booking, or one for each element of a list.
public struct Grain: Hashable, Sendable {
  /// Index into the schema's lists; 0 is the booking.
  public var list: Int
  public init(list: Int) { self.list = list }
  public static let booking = Grain(list: 0)
}

/// A list as the rules see it: after `keep`, and with its extra elements.
public struct ModelList: Sendable {
  public var name: String
  public var parent: Int?
  /// Evaluated for each element as sent, before any is left out; its grain is
  /// this list. Nil keeps all.
  public var keep: PriceExpression?
  /// For each `extra` source: its condition (of the parent's grain), and the
  /// fields computed by formula (of the parent's grain).
  public var extras: [ModelExtra]
  /// For a made list: the name and range of its elements (of the parent's
  /// grain; dates or counts). The element's value is `Reference.element`.
  public var made: MadeElements?
  public var span: SourceSpan

  public init(
    name: String, parent: Int?, keep: PriceExpression? = nil, extras: [ModelExtra] = [],
    made: MadeElements? = nil, span: SourceSpan
  ) {
    self.name = name
    self.parent = parent
    self.keep = keep
    self.extras = extras
    self.made = made
    self.span = span
  }
}

public struct ModelExtra: Sendable {
  /// As in `ExtraElement.source`.
  public var source: Int
  public var condition: PriceExpression?
  public var computed: [(field: Int, value: PriceExpression)]

  public init(
    source: Int, condition: PriceExpression?, computed: [(field: Int, value: PriceExpression)]
  ) {
    self.source = source
    self.condition = condition
    self.computed = computed
  }
}

public struct MadeElements: Sendable {
  public var elementName: String
  public var lower: PriceExpression
  public var lowerIsIncluded: Bool
  public var upper: PriceExpression
  public var upperIsIncluded: Bool

  public init(
    elementName: String, lower: PriceExpression, lowerIsIncluded: Bool, upper: PriceExpression,
    upperIsIncluded: Bool
  ) {
    self.elementName = elementName
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
  }
}

/// A named formula. Tables and areas stand in their own arrays.
public struct ModelLet: Sendable {
  public var name: String
  public var value: PriceExpression
  public var span: SourceSpan

  public init(name: String, value: PriceExpression, span: SourceSpan) {
    self.name = name
    self.value = value
    self.span = span
  }
}

public struct ModelArea: Sendable {
  public enum Shape: Sendable {
    /// Rings; inside by the even-odd rule.
    case polygon([[GeographicPoint]])
    /// Radius in metres, along the WGS 84 geodesic.
    case circle(center: GeographicPoint, radius: Double)
    case box(southWest: GeographicPoint, northEast: GeographicPoint)
  }
  public var name: String
  /// Inside the area is inside any of these.
  public var shapes: [Shape]
  public var span: SourceSpan

  public init(name: String, shapes: [Shape], span: SourceSpan) {
    self.name = name
    self.shapes = shapes
    self.span = span
  }
}

/// A line or subtotal of the waterfall.
public struct ModelLine: Sendable {
  public enum Effect: Sendable {
    /// Adds this to the running subtotal (of the line's place).
    case amount(PriceExpression)
    /// Sets the running subtotal; the amount is what it changed.
    case becomes(PriceExpression)
    /// A group (its place is the enclosing one: the subtotal runs through), or
    /// with a list a small waterfall an element, whose subtotal starts at zero
    /// and whose result is added to the enclosing one.
    case members([ModelLine], take: LineDeclaration.Take?)
    /// A subtotal that only names the running value.
    case nothing
  }

  /// Position among all lines, depth first.
  public var id: Int
  public var kind: LineDeclaration.Kind
  public var name: String
  /// The grain of one instance: that of `list` where there is one, else that
  /// of the enclosing waterfall.
  public var grain: Grain
  /// The grain of the waterfall it stands in.
  public var place: Grain
  public var when: PriceExpression?
  public var label: PriceExpression?
  /// Of type text (optional) or texts.
  public var reasons: [PriceExpression]
  public var effect: Effect
  public var span: SourceSpan

  public init(
    id: Int, kind: LineDeclaration.Kind, name: String, grain: Grain, place: Grain,
    when: PriceExpression?, label: PriceExpression?, reasons: [PriceExpression], effect: Effect,
    span: SourceSpan
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.grain = grain
    self.place = place
    self.when = when
    self.label = label
    self.reasons = reasons
    self.effect = effect
    self.span = span
  }

  /// Itself, then its members, depth first.
  public var selfAndMembers: [ModelLine] {
    guard case .members(let members, _) = effect else { return [self] }
    return [self] + members.flatMap(\.selfAndMembers)
  }
}

public struct ModelDecline: Sendable {
  public var grain: Grain
  public var when: PriceExpression
  /// A text; of an element's grain it is that of the first element for which
  /// `when` holds.
  public var reason: PriceExpression
  public var span: SourceSpan

  public init(grain: Grain, when: PriceExpression, reason: PriceExpression, span: SourceSpan) {
    self.grain = grain
    self.when = when
    self.reason = reason
    self.span = span
  }
}

public struct ModelOutput: Sendable {
  public enum Body: Sendable {
    /// Of the grain of the enclosing records (the booking at the top).
    case value(PriceExpression)
    case records(list: Int, fields: [ModelOutput])
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
