import CGeodesic
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Lengths of lines on the Earth, in metres, between points in degrees.
package enum GeographicDistance {
  /// Mean radius (2a + b) / 3 of the WGS 84 ellipsoid, as the IUGG defines it.
  package static let meanRadiusMetres = 6_371_008.8

  /// The shortest line on the WGS 84 ellipsoid, to nanometres (Karney,
  /// "Algorithms for geodesics", 2013). Not a number for a latitude outside ±90.
  package static func geodesic(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double
  ) -> Double {
    geodesic_metres(latitude1, longitude1, latitude2, longitude2)
  }

  /// The great circle on a sphere of the mean radius, by the haversine formula
  /// hav(θ) = hav(Δφ) + cos φ₁ cos φ₂ hav(Δλ).
  package static func haversine(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double
  ) -> Double {
    let degree = Double.pi / 180
    let halfNorth = sin((latitude2 - latitude1) * degree / 2)
    let halfEast = sin((longitude2 - longitude1) * degree / 2)
    let h =
      halfNorth * halfNorth
      + cos(latitude1 * degree) * cos(latitude2 * degree) * halfEast * halfEast
    return 2 * meanRadiusMetres * asin(min(1, h.squareRoot()))
  }
}
