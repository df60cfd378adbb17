import QuoteLanguage
import QuoteSyntax

/// Distances and containment of points. A point is two doubles side by side,
/// latitude and longitude in degrees.
enum PlaceKernels {
  /// Whole steps of `step` metres, halves away from zero; 0 for a point outside
  /// the Earth's latitudes.
  @unsafe static func steps(
    _ kind: PriceExpression.DistanceKind, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>,
    step: Ratio, into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    let size = step.nearestDouble
    for i in 0..<count {
      let steps = (unsafe metres(kind, a, b, i: i) / size).rounded(.toNearestOrAwayFromZero)
      unsafe target[i] = Int64(exactly: steps) ?? 0
    }
  }

  /// As `steps`, then that many steps in a unit of `unit` metres, as the double
  /// nearest to the exact quotient.
  @unsafe static func doubles(
    _ kind: PriceExpression.DistanceKind, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>,
    step: Ratio, unit: Ratio, into target: UnsafeMutablePointer<Double>, count: Int
  ) {
    let size = step.nearestDouble
    let ratio = step / unit
    // With both below 2⁵³ one division of exact numbers is correctly rounded.
    let isSmall = ratio.numerator.magnitude < 1 << 24 && ratio.denominator < 1 << 53
    let above = Double(ratio.numerator)
    let below = Double(ratio.denominator)
    for i in 0..<count {
      let steps = (unsafe metres(kind, a, b, i: i) / size).rounded(.toNearestOrAwayFromZero)
      if isSmall, steps < 0x1p28 {
        unsafe target[i] = steps * above / below
      } else {
        let whole = Int128(exactly: steps)
        unsafe target[i] = whole.map { (Ratio($0) * ratio).nearestDouble } ?? .nan
      }
    }
  }

  @inline(__always)
  @unsafe private static func metres(
    _ kind: PriceExpression.DistanceKind, _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>,
    i: Int
  ) -> Double {
    switch kind {
    case .geodesic:
      unsafe GeographicDistance.geodesic(
        latitude1: a[2 * i], longitude1: a[2 * i + 1], latitude2: b[2 * i],
        longitude2: b[2 * i + 1])
    case .haversine:
      unsafe GeographicDistance.haversine(
        latitude1: a[2 * i], longitude1: a[2 * i + 1], latitude2: b[2 * i],
        longitude2: b[2 * i + 1])
    }
  }

  /// 1 where a point lies inside any of the area's shapes.
  @unsafe static func contains(
    _ area: AreaGeometry, _ points: UnsafePointer<Double>,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for i in 0..<count {
      unsafe target[i] =
        area.contains(latitude: points[2 * i], longitude: points[2 * i + 1]) ? 1 : 0
    }
  }
}
