import QuoteSyntax

/// Which areas share more than an edge, so that a point can be in several at once.
struct AreaOverlaps {
  private let outlines: [[AreaOutline]]
  /// More sets of areas than this in one column cannot be proved.
  static let setLimit = 20_000

  init(_ areas: [ModelArea]) {
    outlines = areas.map { $0.shapes.map(AreaOutline.init) }
  }

  static let none = AreaOverlaps([])

  func overlap(_ a: Int, _ b: Int) -> Bool {
    guard outlines.indices.contains(a), outlines.indices.contains(b) else { return a == b }
    return outlines[a].contains { left in outlines[b].contains { left.overlaps($0) } }
  }

  /// The sets of areas, among those the cells name, that a point may be in at
  /// once, the empty one first; nil if there are too many.
  func sets(in cells: [KeySet]) -> [Set<Int>]? {
    var named: Set<Int> = []
    for cell in cells {
      if case .areas(let areas, _) = cell.body { named.formUnion(areas) }
    }
    let all = named.sorted()
    var later: [Int: Set<Int>] = [:]
    for (place, a) in all.enumerated() {
      later[a] = Set(all[(place + 1)...].filter { overlap(a, $0) })
    }
    var sets: [Set<Int>] = [[]]
    var isTooMany = false
    func grow(_ set: Set<Int>, _ candidates: [Int]) {
      for (place, area) in candidates.enumerated() where !isTooMany {
        let grown = set.union([area])
        sets.append(grown)
        if sets.count > AreaOverlaps.setLimit { isTooMany = true }
        grow(grown, candidates[(place + 1)...].filter { later[area]?.contains($0) == true })
      }
    }
    grow([], all)
    return isTooMany ? nil : sets
  }
}

/// A shape as rings of straight edges; a circle is one of 72 corners.
struct AreaOutline {
  typealias Corner = (x: Double, y: Double)

  private var rings: [[Corner]]
  private var low: Corner = (.infinity, .infinity)
  private var high: Corner = (-.infinity, -.infinity)

  init(_ shape: ModelArea.Shape) {
    switch shape {
    case .polygon(let outline):
      rings = outline.map { ring in
        var corners = ring.map { (x: $0.longitude, y: $0.latitude) }
        if let first = corners.first, let last = corners.last, corners.count > 1, first == last {
          corners.removeLast()
        }
        return corners
      }
    case .box(let southWest, let northEast):
      rings = [
        [
          (southWest.longitude, southWest.latitude), (northEast.longitude, southWest.latitude),
          (northEast.longitude, northEast.latitude), (southWest.longitude, northEast.latitude),
        ]
      ]
    case .circle(let center, let radius):
      rings = [AreaOutline.corners(around: center, radius: radius)]
    }
    for corner in rings.joined() {
      low = (min(low.x, corner.x), min(low.y, corner.y))
      high = (max(high.x, corner.x), max(high.y, corner.y))
    }
  }

  var bounds: AreaBounds { AreaBounds(south: low.y, north: high.y, west: low.x, east: high.x) }

  /// On a sphere of 6,371 km, near enough to tell whether areas meet.
  private static func corners(around center: GeographicPoint, radius: Double) -> [Corner] {
    let degrees = radius / 111_195
    let shrink = max(0.01, AreaOutline.cosine(ofDegrees: center.latitude))
    return (0..<72).map { step in
      let angle = Double(step) * 5
      return (
        center.longitude + degrees / shrink * cosine(ofDegrees: angle),
        center.latitude + degrees * cosine(ofDegrees: angle - 90)
      )
    }
  }

  /// The series of the cosine, good to 1e-9 after folding into a quarter turn.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let folded = degrees.magnitude.truncatingRemainder(dividingBy: 360)
    let half = folded > 180 ? 360 - folded : folded
    if half > 90 { return -cosine(ofDegrees: 180 - half) }
    let x = half * .pi / 180
    var (term, sum) = (1.0, 1.0)
    for n in 1...9 {
      let next = Double((2 * n - 1) * (2 * n))
      term *= -x * x / next
      sum += term
    }
    return sum
  }

  /// Whether the insides share a point: a corner or a crossing of one, moved a
  /// little to the inside, lies in both.
  func overlaps(_ other: AreaOutline) -> Bool {
    guard low.x < other.high.x, other.low.x < high.x, low.y < other.high.y, other.low.y < high.y
    else { return false }
    return hasCorner(in: other) || other.hasCorner(in: self) || crosses(other)
  }

  private func contains(_ point: Corner) -> Bool {
    var isInside = false
    for ring in rings {
      for (index, a) in ring.enumerated() {
        let b = ring[(index + 1) % ring.count]
        guard (a.y > point.y) != (b.y > point.y) else { continue }
        let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        if point.x < x { isInside.toggle() }
      }
    }
    return isInside
  }

  private func hasCorner(in other: AreaOutline) -> Bool {
    rings.contains { ring in
      guard ring.count >= 3 else { return false }
      return ring.indices.contains { index in
        let (a, b) = (ring[(index + ring.count - 1) % ring.count], ring[(index + 1) % ring.count])
        let corner = ring[index]
        let middle = ((a.x + b.x + corner.x) / 3, (a.y + b.y + corner.y) / 3)
        let inward = (
          x: corner.x + (middle.0 - corner.x) * 1e-6, y: corner.y + (middle.1 - corner.y) * 1e-6
        )
        let outward = (x: 2 * corner.x - inward.x, y: 2 * corner.y - inward.y)
        return [inward, outward].contains { contains($0) && other.contains($0) }
      }
    }
  }

  private func crosses(_ other: AreaOutline) -> Bool {
    for (a, b) in edges {
      for (c, d) in other.edges {
        let (p, q) = ((x: b.x - a.x, y: b.y - a.y), (x: d.x - c.x, y: d.y - c.y))
        let cross = p.x * q.y - p.y * q.x
        guard cross != 0 else { continue }
        let along = ((c.x - a.x) * q.y - (c.y - a.y) * q.x) / cross
        let across = ((c.x - a.x) * p.y - (c.y - a.y) * p.x) / cross
        if along > 0, along < 1, across > 0, across < 1 { return true }
      }
    }
    return false
  }

  private var edges: [(Corner, Corner)] {
    rings.flatMap { ring in ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) } }
  }
}
