/// What was written: a rules file (with its overlays applied), every part with
/// its place. Nothing is resolved or checked here beyond its form.
public struct RuleTree: Sendable {
  public var header = RuleHeader()
  /// How the files of bookings are written.
  package var bookings = BookingsDeclaration()
  public var inputs: [InputDeclaration] = []
  public var lets: [LetDeclaration] = []
  public var quote: [LineDeclaration] = []
  public var declines: [DeclineDeclaration] = []
  public var outputs: [OutputDeclaration] = []
  /// Names whose declarations could not be read; what uses them is not wrong for that.
  public var unread: Set<String> = []
  /// What overlays brought that was not there before, by name: the names there were.
  public var brought: [String: [String]] = [:]
  /// Whether what was read tells anything about the rest: not if a section or
  /// the header could not be made out.
  public var isWhole = true
  /// A condition on quotes that was asked for beside the rules.
  public var selection: Formula?

  public init() {}
}

/// The scalars at the top of a rules file; absent ones are nil.
public struct RuleHeader: Sendable {
  /// The language version, `quote/1`.
  public var schema: Spanned<String>?
  public var name: Spanned<String>?
  public var title: Spanned<String>?
  /// ISO 4217.
  public var currency: Spanned<String>?
  /// An IANA time-zone name.
  public var timezone: Spanned<String>?
  public var arithmetic: Spanned<Arithmetic>?
  public var rounding: Spanned<RoundingMode>?
  /// Units the rules declare, opaque.
  public var units: [Spanned<String>] = []

  public init() {}
}

// MARK: - Inputs

/// A field of the booking (or of an element), or a list under it.
public indirect enum InputDeclaration: Sendable {
  case field(FieldDeclaration)
  case list(ListDeclaration)

  public var name: Spanned<String> {
    switch self {
    case .field(let field): field.name
    case .list(let list): list.name
    }
  }
}

/// `[optional] type [in unit] [range] [step s], default x, from a or b, key`.
public struct FieldDeclaration: Sendable {
  public var name: Spanned<String>
  public var isOptional = false
  public var type: Spanned<InputType>
  /// How a bare number reads: `weight in kg`.
  /// How a bare number reads; of an instant the zone of texts without an offset.
  public var unit: Spanned<String>?
  public var range: RangeSyntax?
  public var step: Spanned<NumberLiteral>?
  public var defaultValue: Literal?
  /// Where it was written.
  public var defaultSpan: SourceSpan?
  /// Tried in order; empty means the field's own name.
  public var sources: [FieldSource] = []
  public var isKey = false
  /// Phrases from the closed list of conversions (`read as integer`,
  /// `falsy is missing`, …), see docs/rules-language.md.
  public var conversions: [Spanned<String>] = []
  /// How its texts are written, where they are not plain.
  package var notation = NotationDeclaration()
  public var span: SourceSpan

  public init(name: Spanned<String>, type: Spanned<InputType>, span: SourceSpan) {
    self.name = name
    self.type = type
    self.span = span
  }
}

public enum InputType: Hashable, Sendable {
  case text, flag, count, number, money, date, time, instant, duration, distance, weight, point
  /// `one of a | b`, the values as the data spells them.
  case oneOf([Spanned<String>])
  /// A unit declared under `units`.
  case declared(String)
}

/// Where a field's value sits in a record.
public enum FieldSource: Hashable, Sendable {
  case path(FieldPath)
  /// `from lat and lng`: a point of two fields, latitude first.
  case pair(FieldPath, FieldPath)
}

/// `a.b`, `itself`, `a[key=minimum].value`.
public struct FieldPath: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// The member of an object, or a CSV column (whose name may hold dots).
    case member(String)
    /// The first element of a list of objects whose member has this text.
    case entry(member: String, equals: String)
  }

  /// Empty means `itself`.
  public var steps: [Step]
  public var span: SourceSpan

  public init(steps: [Step], span: SourceSpan) {
    self.steps = steps
    self.span = span
  }

  public var isItself: Bool { steps.isEmpty }
}

public struct ListDeclaration: Sendable {
  public var name: Spanned<String>
  public var fields: [InputDeclaration] = []
  /// Elements for which this does not certainly hold are left out as if never sent.
  public var keep: Formula?
  /// Gathered in order; empty means the list's own name.
  public var sources: [ListSource] = []
  /// `from: path, other is missing`: what is not a list is no elements.
  public var otherIsMissing = false
  /// `at most N`; nil means 1,000.
  public var atMost: Spanned<Int>?
  /// `cell: "kind:size*quantity;"`: how a compact CSV cell spells elements.
  public var cell: Spanned<String>?
  public var span: SourceSpan

  public init(name: Spanned<String>, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

public enum ListSource: Sendable {
  case path(FieldPath)
  /// The booking (or the enclosing element) is its own one element.
  case itself(SourceSpan)
  /// One more element, made from the enclosing record, when the condition holds.
  case extra(when: Formula?, fields: [ExtraField], span: SourceSpan)
}

/// A field of an extra element: `kind: small` or `quantity: = trunc(volume)`.
public struct ExtraField: Sendable {
  public var name: Spanned<String>
  public var value: ValueCell

  public init(name: Spanned<String>, value: ValueCell) {
    self.name = name
    self.value = value
  }
}

// MARK: - Let

public struct LetDeclaration: Sendable {
  public enum Body: Sendable {
    case formula(Formula)
    case table(TableDeclaration)
    case area(AreaDeclaration)
    /// `each: day in [from..to)`.
    case made(element: Spanned<String>, range: FormulaRange, atMost: Spanned<Int>?)
  }

  public var name: Spanned<String>
  public var body: Body
  public var span: SourceSpan

  public init(name: Spanned<String>, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}

/// Two formulas and the sides of their bounds.
public struct FormulaRange: Sendable {
  public var lower: Formula
  public var lowerIsIncluded: Bool
  public var upper: Formula
  public var upperIsIncluded: Bool
  public var span: SourceSpan

  public init(
    lower: Formula, lowerIsIncluded: Bool, upper: Formula, upperIsIncluded: Bool, span: SourceSpan
  ) {
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
    self.span = span
  }
}

public enum AreaDeclaration: Sendable {
  /// Rings of latitude and longitude, degrees; the even-odd rule decides.
  case polygon([[GeographicPoint]], span: SourceSpan)
  case circle(center: GeographicPoint, radius: Spanned<NumberLiteral>, span: SourceSpan)
  /// South-west and north-east corners.
  case box(southWest: GeographicPoint, northEast: GeographicPoint, span: SourceSpan)
  /// Several areas under one name, as a GeoJSON feature collection has them:
  /// each with its own name for key cells of tables.
  case features([(name: String, rings: [[GeographicPoint]])], span: SourceSpan)
}

/// Degrees, WGS 84.
public struct GeographicPoint: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

// MARK: - Quote, decline, outputs

/// An entry of the waterfall: a `line` or a `subtotal`.
public struct LineDeclaration: Sendable {
  public enum Kind: Sendable { case line, subtotal }
  public enum Effect: Sendable {
    case amount(Formula)
    case becomes(Formula)
    /// `lines`, a group or (with `for`) a small waterfall an element.
    case lines([LineDeclaration], take: Spanned<Take>?)
    /// A name alone is itself: the amount is the value of that name (a line),
    /// or nothing changes (a subtotal).
    case itself
  }
  public enum Take: String, Hashable, Sendable, CaseIterable { case lowest, highest, sum }

  public var kind: Kind
  public var name: Spanned<String>
  public var list: Spanned<String>?
  public var when: Formula?
  public var label: Template?
  public var reasons: Formula?
  public var effect: Effect
  public var span: SourceSpan

  public init(kind: Kind, name: Spanned<String>, effect: Effect, span: SourceSpan) {
    self.kind = kind
    self.name = name
    self.effect = effect
    self.span = span
  }
}

public struct DeclineDeclaration: Sendable {
  public var list: Spanned<String>?
  public var when: Formula
  public var reason: Template
  public var span: SourceSpan

  public init(list: Spanned<String>?, when: Formula, reason: Template, span: SourceSpan) {
    self.list = list
    self.when = when
    self.reason = reason
    self.span = span
  }
}

public struct OutputDeclaration: Sendable {
  public indirect enum Body: Sendable {
    case formula(Formula)
    /// A name alone is itself.
    case itself
    /// `{ for: list, fields }`.
    case records(list: Spanned<String>, fields: [OutputDeclaration])
  }

  public var name: Spanned<String>
  public var body: Body
  public var span: SourceSpan

  public init(name: Spanned<String>, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}
