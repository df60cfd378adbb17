import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How far apart two numbers may be and still count as the same.
package struct Tolerance: Hashable, Sendable {
  package var absolute: Ratio = .zero
  /// A part of the other side's number.
  package var relative: Ratio = .zero
  /// The tolerance in minor units of the currency: cents.
  package var cents: Ratio = .zero
  /// Doubles that may lie between.
  package var ulps: Int64 = 0

  package init() {}

  /// `0.01`, `0.5%`, `1c` or `4ulp`; nil for anything else.
  init?(one text: Substring) {
    if text.hasSuffix("ulp") {
      guard let count = Int64(text.dropLast(3)), count >= 0 else { return nil }
      ulps = count
      return
    }
    let unit = text.last.flatMap { "%c".contains($0) ? $0 : nil }
    let digits = unit == nil ? text : text.dropLast()
    guard let value = Ratio(decimal: String(digits)), !value.isNegative else { return nil }
    switch unit {
    case "%":
      // A hundred percent of theirs lets pass whatever they ask.
      guard value < 100 else { return nil }
      relative = value / 100
    case "c": cents = value
    case _: absolute = value
    }
  }

  /// What either of the two lets pass.
  mutating func widen(by other: Tolerance) {
    absolute = max(absolute, other.absolute)
    relative = max(relative, other.relative)
    cents = max(cents, other.cents)
    ulps = max(ulps, other.ulps)
  }

  package var isNone: Bool { absolute.isZero && relative.isZero && cents.isZero && ulps == 0 }

  /// The same tolerance with cents as an amount of the currency.
  package func resolved(minorUnit: Ratio) -> Tolerance {
    var resolved = self
    resolved.absolute = max(absolute, cents * minorUnit)
    resolved.cents = .zero
    return resolved
  }

  func allows(_ difference: Ratio, of theirs: Ratio) -> Bool {
    let (size, part) = (difference.magnitude, relative * theirs.magnitude)
    guard size.isFinite, part.isFinite else {
      return allows(difference.nearestDouble, of: theirs.nearestDouble)
    }
    return size <= absolute || size <= part
  }

  /// As of fractions, where 128 bits do not hold them.
  func allows(_ difference: Double, of theirs: Double) -> Bool {
    let size = difference.magnitude
    guard size.isFinite else { return false }
    return size <= absolute.nearestDouble || size <= relative.nearestDouble * theirs.magnitude
  }

  func allows(_ a: Double, _ b: Double) -> Bool {
    guard ulps > 0, a.isFinite, b.isFinite else { return false }
    let distance = Self.position(a).subtractingReportingOverflow(Self.position(b))
    return !distance.overflow && distance.partialValue.magnitude <= UInt64(ulps)
  }

  /// Where a double stands among all of them, zero in the middle.
  private static func position(_ number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : Int64.min - bits
  }
}

/// The tolerances of a comparison: one for all values, and others by name.
package struct Tolerances: Hashable, Sendable {
  package var everywhere = Tolerance()
  /// Tolerances by the path in the compared object without element numbers, or by the name of an
  /// output or line.
  package var named: [String: Tolerance] = [:]

  package init() {}

  /// `0.01`, `0.5%`, `1c`, `4ulp`, `total=1c`, several with commas between; nil
  /// for anything else.
  package init?(_ text: String) {
    guard add(text) else { return nil }
  }

  /// False where it is not written like a tolerance.
  package mutating func add(_ text: String) -> Bool {
    // `0,01` is one number to who writes it, and would be two here, of which one is 1.
    if text.firstMatch(of: kept(/(?:^|[^\d.])\d+,\d+(?:$|[^\d.%=a-z])/)) != nil { return false }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sign = part.lastIndex(of: "=")
      let amount = sign.map { part[part.index(after: $0)...] } ?? part
      guard let tolerance = Tolerance(one: amount) else { return false }
      if let sign {
        guard sign > part.startIndex else { return false }
        named[String(part[..<sign]), default: Tolerance()].widen(by: tolerance)
      } else {
        everywhere.widen(by: tolerance)
      }
    }
    return true
  }

  /// Names for which nothing was compared.
  package func idle(_ tallies: [FieldTally]) -> [String] {
    let met = Set(tallies.map(\.field)).union(tallies.flatMap(\.names))
    return named.keys.filter { !met.contains($0) }.sorted()
  }

  package func tolerance(field: String, name: String) -> Tolerance {
    named[field] ?? Self.wholes(of: name).lazy.compactMap { named[$0] }.first ?? everywhere
  }

  /// `boxes.price`, and what it is part of: `boxes`.
  static func wholes(of name: String) -> [String] {
    var names = [name]
    while let dot = names[names.count - 1].lastIndex(of: ".") {
      names.append(String(names[names.count - 1][..<dot]))
    }
    return names
  }
}
