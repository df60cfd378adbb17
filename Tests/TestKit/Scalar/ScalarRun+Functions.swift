import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  // MARK: - Rounding

  func round(
    _ value: ScalarValue, step: Ratio, _ mode: RoundingMode, _ expression: PriceExpression,
    of operand: PriceExpression
  ) -> ScalarValue {
    switch value {
    case .exact(let number): return .exact(Ratio(Self.whole(number / step, mode)) * step)
    case .integer(let count):
      if isWhole(expression.type), step <= 1 { return value }
      return round(.double(Double(count)), step: step, mode, expression, of: operand)
    case .double(let number):
      let inUnit = step / operand.units.size
      let rounded = binary(number, step: inUnit, mode)
      guard isWhole(expression.type) else { return .double(rounded) }
      guard abs(rounded) <= 9_007_199_254_740_992 else { return .notGiven }
      return .integer(Int64(rounded))
    case .notGiven, .flag, .text, .choice, .date, .time, .instant, .weekday, .point, .texts:
      return .notGiven
    }
  }

  static func whole(_ value: Ratio, _ mode: RoundingMode) -> Int128 {
    guard let floor = value.floor else { return 0 }
    let rest = value - Ratio(floor)
    if rest.isZero { return floor }
    let half = Ratio(1, 2)
    let isNegative = value.isNegative
    switch mode {
    case .halfUp: return rest > half || rest == half && !isNegative ? floor + 1 : floor
    case .halfDown: return rest > half || rest == half && isNegative ? floor + 1 : floor
    case .halfEven: return rest > half || rest == half && floor % 2 != 0 ? floor + 1 : floor
    case .up: return floor + 1
    case .down: return floor
    case .towardsZero: return isNegative ? floor + 1 : floor
    case .awayFromZero: return isNegative ? floor : floor + 1
    }
  }

  /// To a power of ten, as the profile's language does it: Python from the
  /// exact binary value (which the C library's printing has too), JavaScript
  /// through `Math.round(x * 10^n) / 10^n`.
  private func binary(_ x: Double, step: Ratio, _ mode: RoundingMode) -> Double {
    guard x.isFinite else { return x }
    let places = step.decimalDigits ?? 0
    let scale = Ratio(powerOfTen: places).nearestDouble
    switch mode {
    case .down: return (x * scale).rounded(.down) / scale
    case .up: return (x * scale).rounded(.up) / scale
    case .towardsZero: return (x * scale).rounded(.towardZero) / scale
    case .awayFromZero: return (x * scale).rounded(.awayFromZero) / scale
    case .halfUp, .halfEven, .halfDown: break
    }
    if model.arithmetic == .python { return Double(String(format: "%.\(places)f", x)) ?? .nan }
    let y = x * scale
    let floor = y.rounded(.down)
    let whole = y - floor >= 0.5 ? floor + 1 : floor
    // `Math.round(-0.2)` is -0.
    return (whole == 0 && x.sign == .minus ? -0.0 : whole) / scale
  }

  // MARK: - Functions

  func call(_ function: NumberFunction, _ values: [ScalarValue]) -> ScalarValue {
    switch function {
    case .absolute:
      if case .exact(let number) = values[0] { return .exact(number.magnitude) }
      if case .integer(let number) = values[0] { return .integer(abs(number)) }
      return values[0].double.map { .double(abs($0)) } ?? .notGiven
    case .remainder: return remainder(values[0], values[1])
    }
  }

  /// `a - b * floor(a / b)`, of doubles computed without an error until it is rounded once.
  private func remainder(_ a: ScalarValue, _ b: ScalarValue) -> ScalarValue {
    if case .exact(let x) = a, case .exact(let y) = b {
      return y.isZero ? .notGiven : .exact(x - y * Ratio((x / y).floor ?? 0))
    }
    if case .integer(let x) = a, case .integer(let y) = b {
      guard y != 0 else { return .notGiven }
      return .integer(x - y * Int64((Ratio(x) / Ratio(y)).floor ?? 0))
    }
    guard let x = a.double, let y = b.double, y != 0 else { return .notGiven }
    var rest = fmod(abs(x), abs(y))
    if rest != 0, (x < 0) != (y < 0) { rest = abs(y) - rest }
    return .double(y < 0 ? -rest : rest)
  }

  // MARK: - Places

  func isInside(_ point: GeographicPoint, _ area: Int) -> Bool {
    model.areas[area].shapes.contains { shape in
      switch shape {
      case .polygon(let rings):
        rings.reduce(false) { inside, ring in inside != Self.crosses(point, ring) }
      case .circle(let center, let radius):
        geodesicMetres(point, center) <= radius
      case .box(let southWest, let northEast):
        point.latitude >= southWest.latitude && point.latitude <= northEast.latitude
          && point.longitude >= southWest.longitude && point.longitude <= northEast.longitude
      }
    }
  }

  private static func crosses(_ point: GeographicPoint, _ ring: [GeographicPoint]) -> Bool {
    var inside = false
    for (index, a) in ring.enumerated() {
      let b = ring[(index + ring.count - 1) % ring.count]
      guard (a.latitude > point.latitude) != (b.latitude > point.latitude) else { continue }
      let cross =
        (b.longitude - a.longitude) * (point.latitude - a.latitude)
        / (b.latitude - a.latitude) + a.longitude
      if point.longitude < cross { inside.toggle() }
    }
    return inside
  }

  func distance(
    _ kind: PriceExpression.DistanceKind, _ a: ScalarValue, _ b: ScalarValue, _ step: Ratio,
    _ expression: PriceExpression
  ) -> ScalarValue {
    guard case .point(let from) = a, case .point(let to) = b else { return .notGiven }
    let metres = kind == .geodesic ? geodesicMetres(from, to) : haversineMetres(from, to)
    let steps = (metres / step.nearestDouble).rounded(.toNearestOrAwayFromZero)
    if model.arithmetic.isBinary {
      return .double((Ratio(Int(steps)) * step / expression.units.size).nearestDouble)
    }
    return .exact(Ratio(Int(steps)) * step)
  }

  private func haversineMetres(_ a: GeographicPoint, _ b: GeographicPoint) -> Double {
    let radians = Double.pi / 180
    let half = { (x: Double) in sin(x * radians / 2) * sin(x * radians / 2) }
    let h =
      half(b.latitude - a.latitude)
      + cos(a.latitude * radians) * cos(b.latitude * radians) * half(b.longitude - a.longitude)
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}
