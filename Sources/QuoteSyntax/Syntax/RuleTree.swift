/// What was written: a rules file (with its overlays applied), every part with
/// its place. Nothing is resolved or checked here beyond its form.
package struct RuleTree: Sendable {
  package var header = RuleHeader()
  /// How the files of bookings are written.
  package var bookings = BookingsDeclaration()
  package var inputs: [InputDeclaration] = []
  package var lets: [LetDeclaration] = []
  package var quote: [LineDeclaration] = []
  package var declines: [DeclineDeclaration] = []
  package var outputs: [OutputDeclaration] = []
  /// Names whose declarations could not be read; what uses them is not wrong for that.
  package var unread: Set<String> = []
  /// What overlays brought that was not there before, by name: the names there were.
  package var brought: [String: [String]] = [:]
  /// What overlays took out, by name, and where they did.
  package var removed: [String: SourceSpan] = [:]
  /// Whether what was read tells anything about the rest: not if a section or
  /// the header could not be made out.
  package var isWhole = true
  /// Where time zones come from, if not from the machine.
  package var zones: TimeZoneDatabase?
  /// A condition on quotes that was asked for beside the rules.
  package var selection: Formula?

  package init() {}
}

/// The scalars at the top of a rules file; absent ones are nil.
package struct RuleHeader: Sendable {
  /// The language version, `quote/1`.
  package var schema: Spanned<String>?
  package var name: Spanned<String>?
  package var title: Spanned<String>?
  /// ISO 4217.
  package var currency: Spanned<String>?
  /// An IANA time-zone name.
  package var timezone: Spanned<String>?
  package var arithmetic: Spanned<Arithmetic>?
  package var rounding: Spanned<RoundingMode>?
  /// Units the rules declare, opaque.
  package var units: [Spanned<String>] = []

  package init() {}
}

// MARK: - Inputs

/// A field of the booking (or of an element), or a list under it.
package indirect enum InputDeclaration: Sendable {
  case field(FieldDeclaration)
  case list(ListDeclaration)

  package var name: Spanned<String> {
    switch self {
    case .field(let field): field.name
    case .list(let list): list.name
    }
  }
}

/// `[optional] type [in unit] [range] [step s], default x, from a or b, key`.
package struct FieldDeclaration: Sendable {
  package var name: Spanned<String>
  package var isOptional = false
  package var type: Spanned<InputType>
  /// How a bare number reads: `weight in kg`.
  /// How a bare number reads; of an instant the zone of texts without an offset.
  package var unit: Spanned<String>?
  package var range: RangeSyntax?
  package var step: Spanned<NumberLiteral>?
  package var defaultValue: Literal?
  /// Where it was written.
  package var defaultSpan: SourceSpan?
  /// Tried in order; empty means the field's own name.
  package var sources: [FieldSource] = []
  package var isKey = false
  /// Phrases from the closed list of conversions (`read as integer`,
  /// `falsy is missing`, …), see docs/rules-language.md.
  package var conversions: [Spanned<String>] = []
  /// How its texts are written, where they are not plain.
  package var notation = NotationDeclaration()
  package var span: SourceSpan

  package init(name: Spanned<String>, type: Spanned<InputType>, span: SourceSpan) {
    self.name = name
    self.type = type
    self.span = span
  }
}

package enum InputType: Hashable, Sendable {
  case text, flag, count, number, money, date, time, instant, duration, distance, weight, point
  /// `one of a | b`, the values as the data spells them.
  case oneOf([Spanned<String>])
  /// A unit declared under `units`.
  case declared(String)
}

/// Where a field's value sits in a record.
package enum FieldSource: Hashable, Sendable {
  case path(FieldPath)
  /// `from lat and lng`: a point of two fields, latitude first.
  case pair(FieldPath, FieldPath)
}

/// `a.b`, `itself`, `a[key=minimum].value`.
package struct FieldPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// The member of an object, or a CSV column (whose name may hold dots).
    case member(String)
    /// The first element of a list of objects whose member has this text.
    case entry(member: String, equals: String)
  }

  /// Empty means `itself`.
  package var steps: [Step]
  package var span: SourceSpan

  /// Names of members are compared in Unicode's form C.
  package init(steps: [Step], span: SourceSpan) {
    self.steps = steps.map { step in
      switch step {
      case .member(let name): .member(name.composed)
      case .entry(let member, let text): .entry(member: member.composed, equals: text)
      }
    }
    self.span = span
  }

  package var isItself: Bool { steps.isEmpty }
}

package struct ListDeclaration: Sendable {
  package var name: Spanned<String>
  package var fields: [InputDeclaration] = []
  /// Elements for which this does not certainly hold are left out as if never sent.
  package var keep: Formula?
  /// Gathered in order; empty means the list's own name.
  package var sources: [ListSource] = []
  /// `from: path, other is missing`: what is not a list is no elements.
  package var otherIsMissing = false
  /// `at most N`; nil means 1,000.
  package var atMost: Spanned<Int>?
  /// `cell: "kind:size*quantity;"`: how a compact CSV cell spells elements.
  package var cell: Spanned<String>?
  package var span: SourceSpan

  package init(name: Spanned<String>, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

package enum ListSource: Sendable {
  case path(FieldPath)
  /// The booking (or the enclosing element) is its own one element.
  case itself(SourceSpan)
  /// One more element, made from the enclosing record, when the condition holds.
  case extra(when: Formula?, fields: [ExtraField], span: SourceSpan)
}

/// A field of an extra element: `kind: small` or `quantity: = trunc(volume)`.
package struct ExtraField: Sendable {
  package var name: Spanned<String>
  package var value: ValueCell

  package init(name: Spanned<String>, value: ValueCell) {
    self.name = name
    self.value = value
  }
}

// MARK: - Let

package struct LetDeclaration: Sendable {
  package enum Body: Sendable {
    case formula(Formula)
    case table(TableDeclaration)
    case area(AreaDeclaration)
    /// `each: day in [from..to)`.
    case made(element: Spanned<String>, range: FormulaRange, atMost: Spanned<Int>?)
    /// `share(rate): round(total * rate)`: what it is for values that each use gives.
    case function(parameters: [Spanned<String>], formula: Formula)
    /// `for: list in order`, `start` and `each`: what is carried from element to element.
    case steps(StepsDeclaration)
    /// `each: name in list by key`.
    case groups(GroupsDeclaration)
    /// `for: list` and `value`.
    case placed(PlacedDeclaration)
  }

  package var name: Spanned<String>
  package var body: Body
  package var span: SourceSpan

  package init(name: Spanned<String>, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}

/// Elements of a list that have the same key, as one element of a list of groups.
package struct GroupsDeclaration: Sendable {
  /// What the parts of the key are called in a group, in the order of `keys`.
  package var names: [Spanned<String>]
  package var list: Spanned<String>
  package var keys: [Formula]
}

/// A formula that is meant for each element of a list: over groups, what it asks of a list it asks
/// of the group's members.
package struct PlacedDeclaration: Sendable {
  package var list: Spanned<String>
  package var value: Formula
}

/// What is carried along a list, element by element.
package struct StepsDeclaration: Sendable {
  package var list: Spanned<String>
  /// What stands before the first element.
  package var start: Formula
  /// What stands after an element, in which the let's own name is what stood before it.
  package var each: Formula
}

/// Two formulas and the sides of their bounds.
package struct FormulaRange: Sendable {
  package var lower: Formula
  package var lowerIsIncluded: Bool
  package var upper: Formula
  package var upperIsIncluded: Bool
  package var span: SourceSpan

  package init(
    lower: Formula, lowerIsIncluded: Bool, upper: Formula, upperIsIncluded: Bool, span: SourceSpan
  ) {
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
    self.span = span
  }
}

package enum AreaDeclaration: Sendable {
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
package struct GeographicPoint: Hashable, Sendable {
  package var latitude: Double
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  package var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

// MARK: - Quote, decline, outputs

/// An entry of the waterfall: a `line` or a `subtotal`.
package struct LineDeclaration: Sendable {
  package enum Kind: Sendable { case line, subtotal }
  package enum Effect: Sendable {
    case amount(Formula)
    case becomes(Formula)
    /// `lines`, a group or (with `for`) a small waterfall an element.
    case lines([LineDeclaration], take: Spanned<Take>?)
    /// A name alone is itself: the amount is the value of that name (a line),
    /// or nothing changes (a subtotal).
    case itself
  }
  package enum Take: String, Hashable, Sendable, CaseIterable { case lowest, highest, sum }

  package var kind: Kind
  package var name: Spanned<String>
  package var list: Spanned<String>?
  /// Where `in order` is said: each element sees what those before it made.
  package var order: SourceSpan?
  package var when: Formula?
  package var label: Template?
  package var reasons: Formula?
  /// Whether customers may see it, where that is said.
  package var isPublic: Spanned<Bool>?
  package var effect: Effect
  /// What it means that the total falls below zero through this line, where that is said.
  package var belowZero: Spanned<Allowance>?
  /// What it means that the amount falls where a quantity rises, where that is said.
  package var falling: Spanned<Allowance>?
  package var span: SourceSpan

  package var hasLines: Bool {
    if case .lines = effect { return true }
    return false
  }

  package init(kind: Kind, name: Spanned<String>, effect: Effect, span: SourceSpan) {
    self.kind = kind
    self.name = name
    self.effect = effect
    self.span = span
  }
}

/// What is said of what a line does and is hardly meant, as a total below zero.
package enum Allowance: String, Hashable, Sendable, CaseIterable {
  /// It is meant.
  case allowed
}

package struct DeclineDeclaration: Sendable {
  package var list: Spanned<String>?
  package var when: Formula
  package var reason: Template
  /// Whether customers may see its reason, where that is said.
  package var isPublic: Spanned<Bool>?
  package var span: SourceSpan

  package init(
    list: Spanned<String>?, when: Formula, reason: Template, isPublic: Spanned<Bool>? = nil,
    span: SourceSpan
  ) {
    self.list = list
    self.when = when
    self.reason = reason
    self.isPublic = isPublic
    self.span = span
  }
}

package struct OutputDeclaration: Sendable {
  package indirect enum Body: Sendable {
    case formula(Formula)
    /// A name alone is itself.
    case itself
    /// `{ for: list, fields }`.
    case records(list: Spanned<String>, fields: [OutputDeclaration])
  }

  package var name: Spanned<String>
  package var body: Body
  /// The words by which customers are shown it.
  package var label: Spanned<String>?
  /// Whether customers may see it, where that is said.
  package var isPublic: Spanned<Bool>?
  package var span: SourceSpan

  package init(name: Spanned<String>, body: Body, span: SourceSpan) {
    self.name = name
    self.body = body
    self.span = span
  }
}
