package import QuoteSyntax

/// What the rules mean: names resolved, every expression typed, with its
/// units, its grain, its range, and whether it may be not given.
///
/// Made from a `RuleTree` by checking it. A model never holds an `invalid`
/// type; rules with errors give diagnostics instead.
package struct PriceModel: Sendable {
  package var name: String
  package var title: String?
  /// ISO 4217, and the step of its minor unit (0.01 for most, 1 for JPY).
  package var currency: String
  package var minorUnit: Ratio
  package var timezone: String?
  /// The offsets of `timezone`; nil if the rules name no zone.
  package var zone: TimeZoneRules?
  /// The time zones that the rules came with, if they are not the machine's, and the names of all
  /// that a booking may ask for.
  package var zones: TimeZoneDatabase?
  package var zoneNames: Set<String> = []
  package var arithmetic: Arithmetic
  /// The mode of a bare `round`; the profile's own in the binary ones.
  package var rounding: RoundingMode

  /// What a reader fills. Lists of the schema and `lists` share their indices.
  package var schema: BookingSchema
  package var lists: ByList<ModelList>
  /// The values under `let`, in an order in which each uses only earlier ones.
  package var lets: ByLet<ModelLet>
  /// Lets whose figure stands in a quotient or a step by itself, without a
  /// reference to the let.
  package var figures: Set<LetID> = []
  package var tables: ByTable<ModelTable>
  package var areas: [ModelArea]
  /// The waterfall, in order, groups nested. `allLines` has every line and subtotal at the position
  /// of its `id`.
  package var waterfall: [ModelLine] {
    didSet { groupsByLine = Self.groups(of: waterfall, below: []) }
  }
  /// What `groups(around:)` gives, found once: it is asked about each line.
  private var groupsByLine: [Int: [Int]] = [:]
  package var declines: [ModelDecline]
  package var outputs: [ModelOutput]
  package var sources: Sources

  package init(
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

  /// Every line and subtotal, depth first: the id of each is its position.
  package var allLines: [ModelLine] { waterfall.flatMap(\.selfAndMembers) }

  /// Whether money is meant to be paid out through some line.
  package var paysOut: Bool { allLines.contains(where: \.paysOut) }

  /// Ids of the lines of which a line is a member, the outermost first.
  package func groups(around line: Int) -> [Int] { groupsByLine[line] ?? [] }

  private static func groups(of lines: [ModelLine], below groups: [Int]) -> [Int: [Int]] {
    lines.reduce(into: [:]) { found, line in
      if !groups.isEmpty { found[line.id] = groups }
      guard case .members(let members, _) = line.effect else { return }
      found.merge(Self.groups(of: members, below: groups + [line.id])) { first, _ in first }
    }
  }
}

/// How fine a value is: one for each booking, or one for each element of a list.
package struct Grain: Hashable, Sendable {
  /// Which of the schema's lists.
  package var list: ListID
  package init(list: ListID) { self.list = list }
  package static let booking = Grain(list: .booking)
}

/// A list as the rules see it: after `keep`, and with its extra elements.
package struct ModelList: Sendable {
  package var name: String
  package var parent: ListID?
  /// Evaluated for each element as sent, before any is left out; its grain is
  /// this list. Nil keeps all.
  package var keep: PriceExpression?
  /// The condition of each `extra` source (of the parent's grain), and the fields computed by
  /// formula (of the parent's grain).
  package var extras: [ModelExtra]
  /// For a made list: the name and range of its elements (of the parent's
  /// grain; dates or counts). The element's value is `Reference.element`.
  package var made: MadeElements?
  /// The list whose elements are in these groups, and by what; nil where these are no groups.
  package var groups: ModelGroups?
  /// The list whose elements these are, where they stand in their groups; it has the same name.
  package var memberOf: ListID?
  package var span: SourceSpan

  /// Whether the rules make its elements, so that no booking gives any.
  package var isMade: Bool { made != nil || groups != nil || memberOf != nil }

  /// So many elements of one made list a booking has at most, in all elements of outer lists
  /// together: a small booking must not ask for more than memory holds.
  package static let mostMade = 1_000_000

  package init(
    name: String, parent: ListID?, keep: PriceExpression? = nil, extras: [ModelExtra] = [],
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

package struct ModelExtra: Sendable {
  /// The position among the list's sources, which the `source` column of a batch repeats.
  package var source: Int
  package var condition: PriceExpression?
  package var computed: [(field: Int, value: PriceExpression)]

  package init(
    source: Int, condition: PriceExpression?, computed: [(field: Int, value: PriceExpression)]
  ) {
    self.source = source
    self.condition = condition
    self.computed = computed
  }
}

package struct MadeElements: Sendable {
  package var elementName: String
  package var lower: PriceExpression
  package var lowerIsIncluded: Bool
  package var upper: PriceExpression
  package var upperIsIncluded: Bool

  package init(
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

/// Which value under `let`, and what there is for each of them. Where one is declared in the tree
/// of the rules is another number: each is typed when it is first used, and some are no values.
package typealias LetID = ID<ModelLet>
package typealias ByLet<Element> = ArrayByID<ModelLet, Element>

/// A named formula. Tables and areas stand in their own arrays.
package struct ModelLet: Sendable {
  package var name: String
  package var value: PriceExpression
  package var span: SourceSpan

  package init(name: String, value: PriceExpression, span: SourceSpan) {
    self.name = name
    self.value = value
    self.span = span
  }
}

package struct ModelArea: Sendable {
  package enum Shape: Sendable {
    /// Rings; inside by the even-odd rule.
    case polygon([[GeographicPoint]])
    /// Radius in metres, along the WGS 84 geodesic.
    case circle(center: GeographicPoint, radius: Double)
    case box(southWest: GeographicPoint, northEast: GeographicPoint)
  }
  package var name: String
  /// A point is in the area if it is in any of these.
  package var shapes: [Shape]
  package var span: SourceSpan

  package init(name: String, shapes: [Shape], span: SourceSpan) {
    self.name = name
    self.shapes = shapes
    self.span = span
  }
}

/// A line or subtotal of the waterfall.
package struct ModelLine: Sendable {
  package enum Effect: Sendable {
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
  package var id: Int
  package var kind: LineDeclaration.Kind
  package var name: String
  /// The grain of one instance: that of `list` where there is one, else that
  /// of the enclosing waterfall.
  package var grain: Grain
  /// The grain of the waterfall it stands in.
  package var place: Grain
  package var when: PriceExpression?
  package var label: PriceExpression?
  /// Values of type text (optional) or texts.
  package var reasons: [PriceExpression]
  package var effect: Effect
  /// What the subtotal can be above, between and below the elements, where a line takes them in
  /// order and each sees what those before it made.
  package var steps: Carried?
  /// Whether money is meant to be paid out through it, so that a total may fall below zero.
  package var paysOut = false
  /// Whether its amount is meant to fall where a quantity rises.
  package var mayFall = false
  /// Whether customers may see the line, under its label.
  package var isPublic = true
  package var span: SourceSpan

  package init(
    id: Int, kind: LineDeclaration.Kind, name: String, grain: Grain, place: Grain,
    when: PriceExpression?, label: PriceExpression?, reasons: [PriceExpression], effect: Effect,
    steps: Carried? = nil, span: SourceSpan
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
    self.steps = steps
    self.span = span
  }

  /// The amount that it adds, or the subtotal that it sets.
  package var formula: PriceExpression? {
    switch effect {
    case .amount(let formula), .becomes(let formula): formula
    case .members, .nothing: nil
    }
  }

  /// Its condition and its formula, as far as it has them.
  package var formulas: [PriceExpression] { [when, formula].compactMap(\.self) }

  /// The line itself, then its members, depth first.
  package var selfAndMembers: [ModelLine] {
    guard case .members(let members, _) = effect else { return [self] }
    return [self] + members.flatMap(\.selfAndMembers)
  }
}

package struct ModelDecline: Sendable {
  package var grain: Grain
  package var when: PriceExpression
  /// A text; of an element's grain it is that of the first element for which
  /// `when` holds.
  package var reason: PriceExpression
  /// Whether customers may see its reason.
  package var isPublic: Bool
  package var span: SourceSpan

  package init(
    grain: Grain, when: PriceExpression, reason: PriceExpression, isPublic: Bool = true,
    span: SourceSpan
  ) {
    self.grain = grain
    self.when = when
    self.reason = reason
    self.isPublic = isPublic
    self.span = span
  }
}

package struct ModelOutput: Sendable {
  package enum Body: Sendable {
    /// A value of the grain of the enclosing records (the booking at the top).
    case value(PriceExpression)
    case records(list: ListID, fields: [ModelOutput])
  }
  package var name: String
  package var body: Body
  /// The label that customers see; nil if they do not see it.
  package var publicLabel: String?
  package var span: SourceSpan

  package init(name: String, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}
