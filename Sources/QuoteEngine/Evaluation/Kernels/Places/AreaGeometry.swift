package import QuoteLanguage
import QuoteSyntax

/// An area ready to be asked for points: its shapes with their bounding boxes.
///
/// Inside a polygon by the even-odd rule on plain latitude and longitude, over
/// all rings together; a point on an edge may fall either way.
package struct AreaGeometry: Sendable {
  /// Degrees; holds every point of the area.
  struct Bounds: Sendable, Hashable {
    var south = Double.infinity
    var north = -Double.infinity
    var west = Double.infinity
    var east = -Double.infinity

    @inline(__always)
    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
      latitude >= south && latitude <= north && longitude >= west && longitude <= east
    }

    mutating func join(_ latitude: Double, _ longitude: Double) {
      (south, north) = (min(south, latitude), max(north, latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }
  }

  /// An edge of a ring, from one corner to the next.
  struct Edge: Sendable, Hashable {
    var latitude1: Double
    var longitude1: Double
    var latitude2: Double
    var longitude2: Double

    /// Whether a ray east from the point crosses the edge.
    @inline(__always)
    func isCrossed(_ latitude: Double, _ longitude: Double) -> Bool {
      guard (latitude1 > latitude) != (latitude2 > latitude) else { return false }
      let cross =
        (longitude2 - longitude1) * (latitude - latitude1) / (latitude2 - latitude1) + longitude1
      return longitude < cross
    }
  }

  enum Body: Sendable {
    case edges([Edge])
    case circle(center: GeographicPoint, radius: Double)
    case box
  }

  struct Shape: Sendable {
    var bounds: Bounds
    var body: Body
  }

  let shapes: [Shape]

  package init(_ area: ModelArea) { shapes = area.shapes.map(Shape.init) }

  package func contains(latitude: Double, longitude: Double) -> Bool {
    for shape in shapes where shape.contains(latitude, longitude) { return true }
    return false
  }
}

extension AreaGeometry.Shape {
  package init(_ shape: ModelArea.Shape) {
    var bounds = AreaGeometry.Bounds()
    switch shape {
    case .polygon(let rings):
      var edges: [AreaGeometry.Edge] = []
      for ring in rings {
        for (index, a) in ring.enumerated() {
          let b = ring[(index + ring.count - 1) % ring.count]
          bounds.join(a.latitude, a.longitude)
          edges.append(
            AreaGeometry.Edge(
              latitude1: a.latitude, longitude1: a.longitude, latitude2: b.latitude,
              longitude2: b.longitude))
        }
      }
      self.init(bounds: bounds, body: .edges(edges))
    case .circle(let center, let radius):
      self.init(
        bounds: .around(center, radius: radius), body: .circle(center: center, radius: radius))
    case .box(let southWest, let northEast):
      bounds.join(southWest.latitude, southWest.longitude)
      bounds.join(northEast.latitude, northEast.longitude)
      self.init(bounds: bounds, body: .box)
    }
  }

  package func contains(_ latitude: Double, _ longitude: Double) -> Bool {
    guard bounds.contains(latitude, longitude) else { return false }
    switch body {
    case .box: return true
    case .circle(let center, let radius):
      return GeographicDistance.geodesic(
        latitude1: latitude, longitude1: longitude, latitude2: center.latitude,
        longitude2: center.longitude) <= radius
    case .edges(let edges):
      var inside = false
      for edge in edges where edge.isCrossed(latitude, longitude) { inside.toggle() }
      return inside
    }
  }
}

extension AreaGeometry.Bounds {
  /// A box around a circle on the ellipsoid. A degree of a meridian is at least
  /// 110,574 m, and one of a parallel at least 111,319 m times the cosine; near a
  /// pole or the date line all longitudes are let through.
  static func around(_ center: GeographicPoint, radius: Double) -> Self {
    let north = radius / 110_000
    let south = center.latitude - north
    let top = center.latitude + north
    var bounds = AreaGeometry.Bounds(south: south, north: top, west: -.infinity, east: .infinity)
    let widest = max(south.magnitude, top.magnitude)
    guard widest < 89 else { return bounds }
    // cos φ ≥ 1 − φ/90° between the equator and the pole.
    let east = radius / (110_000 * (1 - widest / 90))
    guard center.longitude - east > -180, center.longitude + east < 180 else { return bounds }
    bounds.west = center.longitude - east
    bounds.east = center.longitude + east
    return bounds
  }
}
