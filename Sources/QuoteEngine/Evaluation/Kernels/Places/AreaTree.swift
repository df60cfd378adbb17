import QuoteLanguage
import QuoteSyntax

/// Many areas, to be asked which of them hold a point: the plane cut in
/// quarters until few areas have an edge in a piece.
///
/// A piece knows the areas that cover it whole; those with an edge in it are
/// asked one by one, and every combination that this may give has its code.
/// Where the edges of more than ten areas run so close together that cutting
/// does not part them, the combinations are those found around every edge; one
/// that was not found goes by the middle of the piece. That is a sliver between
/// edges: a point on an edge may fall either way.
struct AreaTree: Sendable {
  /// The areas (by position, ascending) of each code. Code 0 is no area.
  let sets: [[Int]]
  private let nodes: [Node]
  private let bounds: AreaGeometry.Bounds
  /// Areas to be asked in leaves, a run each.
  private let asked: [Int32]
  /// Codes of the combinations in leaves: bit k for the k-th area asked.
  private let codes: [Int32]

  struct Node: Sendable {
    /// Where the first of the four quarters stands (south-west, south-east,
    /// north-west, north-east); 0 for a leaf.
    var quarters: Int32 = 0
    var asked: Range<Int32> = 0..<0
    /// Where the leaf's codes begin; of a crowded leaf, the one of its middle.
    var codes: Int32 = 0
    var isCrowded = false
  }

  /// Codes of all combinations there are.
  private let codeOf: [[Int]: Int32]

  init(_ areas: [AreaGeometry]) {
    var bounds = AreaGeometry.Bounds()
    for shape in areas.flatMap(\.shapes) {
      bounds.join(max(-90, shape.bounds.south), max(-720, shape.bounds.west))
      bounds.join(min(90, shape.bounds.north), min(720, shape.bounds.east))
    }
    var builder = AreaTreeBuilder(areas)
    builder.build(at: 0, bounds, areas.indices.map { $0 }, covering: [], depth: 0)
    self.bounds = bounds
    (sets, nodes, asked, codes) = (builder.sets, builder.nodes, builder.asked, builder.codes)
    codeOf = builder.codeOf
  }

  func code(_ latitude: Double, _ longitude: Double, _ areas: [AreaGeometry]) -> Int32 {
    guard bounds.contains(latitude, longitude) else { return 0 }
    var box = bounds
    var node = nodes[0]
    while node.quarters != 0 {
      let (middle, centre) = box.middle
      let (isNorth, isEast) = (latitude >= middle, longitude >= centre)
      if isNorth { box.south = middle } else { box.north = middle }
      if isEast { box.west = centre } else { box.east = centre }
      node = nodes[Int(node.quarters) + (isNorth ? 2 : 0) + (isEast ? 1 : 0)]
    }
    if node.isCrowded { return crowded(node, latitude, longitude: longitude, areas: areas) }
    var place = Int(node.codes)
    for (bit, index) in node.asked.enumerated() {
      let area = areas[Int(asked[Int(index)])]
      if area.contains(latitude: latitude, longitude: longitude) { place += 1 << bit }
    }
    return codes[place]
  }

  /// Every area is asked here: rare, and slower.
  @inline(never)
  private func crowded(
    _ node: Node, _ latitude: Double, longitude: Double, areas: [AreaGeometry]
  ) -> Int32 {
    let inside = areas.indices.filter {
      areas[$0].contains(latitude: latitude, longitude: longitude)
    }
    return codeOf[inside] ?? codes[Int(node.codes)]
  }
}

/// Cuts the plane; what it leaves is the tree's.
private struct AreaTreeBuilder {
  let areas: [AreaGeometry]
  var nodes = [AreaTree.Node()]
  var asked: [Int32] = []
  var codes: [Int32] = []
  var sets: [[Int]] = [[]]
  private(set) var codeOf: [[Int]: Int32] = [[]: 0]
  /// Leaves with so few areas to ask are cut no further.
  private let few = 2
  private let most = 10
  private let deepest = 9

  init(_ areas: [AreaGeometry]) { self.areas = areas }

  mutating func build(
    at node: Int, _ box: AreaGeometry.Bounds, _ candidates: [Int], covering: [Int], depth: Int
  ) {
    var partial: [Int] = []
    var whole = covering
    let (middle, centre) = box.middle
    for area in candidates {
      if areas[area].hasEdge(in: box) {
        partial.append(area)
      } else if areas[area].contains(latitude: middle, longitude: centre) {
        whole.append(area)
      }
    }
    if partial.count <= few || depth >= deepest {
      if partial.count > most { return crowdedLeaf(node, box, partial: partial, whole: whole) }
      return leaf(node, partial, whole)
    }
    let quarters = nodes.count
    nodes[node].quarters = Int32(quarters)
    nodes += [AreaTree.Node](repeating: AreaTree.Node(), count: 4)
    for quarter in 0..<4 {
      var part = box
      if quarter & 2 != 0 { part.south = middle } else { part.north = middle }
      if quarter & 1 != 0 { part.west = centre } else { part.east = centre }
      build(at: quarters + quarter, part, partial, covering: whole, depth: depth + 1)
    }
  }

  private mutating func leaf(_ node: Int, _ partial: [Int], _ whole: [Int]) {
    let start = Int32(asked.count)
    asked += partial.map { Int32($0) }
    nodes[node].asked = start..<Int32(asked.count)
    nodes[node].codes = Int32(codes.count)
    for combination in 0..<1 << partial.count {
      let inside = partial.indices.filter { combination >> $0 & 1 == 1 }.map { partial[$0] }
      codes.append(code((whole + inside).sorted()))
    }
  }

  /// The combinations around every corner and middle of an edge, and on a
  /// grid over the piece.
  private mutating func crowdedLeaf(
    _ node: Int, _ box: AreaGeometry.Bounds, partial: [Int], whole: [Int]
  ) {
    let (middle, centre) = box.middle
    nodes[node].isCrowded = true
    nodes[node].codes = Int32(codes.count)
    var points = [(middle, centre)]
    for edge in Set(partial.flatMap { areas[$0].edges(in: box) }) {
      for share in stride(from: 0.0, through: 1, by: 0.125) {
        let latitude = edge.latitude1 + share * (edge.latitude2 - edge.latitude1)
        let longitude = edge.longitude1 + share * (edge.longitude2 - edge.longitude1)
        for step in [1e-9, 1e-6] {
          points += [(-step, -step), (-step, step), (step, -step), (step, step)].map {
            (latitude + $0.0, longitude + $0.1)
          }
        }
      }
    }
    for row in 0...16 {
      for column in 0...16 {
        points.append(
          (
            box.south + Double(row) / 16 * (box.north - box.south),
            box.west + Double(column) / 16 * (box.east - box.west)
          ))
      }
    }
    for (index, point) in points.enumerated() where box.contains(point.0, point.1) {
      let inside = partial.filter { areas[$0].contains(latitude: point.0, longitude: point.1) }
      let code = code((whole + inside).sorted())
      if index == 0 { codes.append(code) }
    }
  }

  private mutating func code(_ set: [Int]) -> Int32 {
    if let code = codeOf[set] { return code }
    let code = Int32(sets.count)
    sets.append(set)
    codeOf[set] = code
    return code
  }
}

extension AreaGeometry.Bounds {
  /// Latitude and longitude of the middle.
  @inline(__always)
  var middle: (Double, Double) { (south + (north - south) / 2, west + (east - west) / 2) }

  /// Whether they have a point in common, a billionth of a degree forgiven.
  func meets(_ other: AreaGeometry.Bounds) -> Bool {
    let slack = 1e-9
    return south <= other.north + slack && other.south <= north + slack
      && west <= other.east + slack && other.west <= east + slack
  }

  fileprivate func holds(_ other: AreaGeometry.Bounds) -> Bool {
    south <= other.south && other.north <= north && west <= other.west && other.east <= east
  }
}

extension AreaGeometry {
  /// The edges of its polygons that may touch a box.
  fileprivate func edges(in box: Bounds) -> [Edge] {
    shapes.flatMap { shape -> [Edge] in
      guard case .edges(let edges) = shape.body else { return [] }
      return edges.filter { $0.meets(box) }
    }
  }

  /// Whether the area's outline may run through a box; never wrongly no.
  fileprivate func hasEdge(in box: Bounds) -> Bool {
    shapes.contains { shape in
      guard shape.bounds.meets(box) else { return false }
      switch shape.body {
      case .box: return !shape.bounds.holds(box)
      case .circle: return true
      case .edges(let edges): return edges.contains { $0.meets(box) }
      }
    }
  }
}

extension AreaGeometry.Edge {
  /// Whether the edge may touch a box: their bounds meet, and the box's corners
  /// do not all lie clearly on one side of the line.
  fileprivate func meets(_ box: AreaGeometry.Bounds) -> Bool {
    var own = AreaGeometry.Bounds()
    own.join(latitude1, longitude1)
    own.join(latitude2, longitude2)
    guard own.meets(box) else { return false }
    let (dy, dx) = (latitude2 - latitude1, longitude2 - longitude1)
    let slack = 1e-9 * (dx.magnitude + dy.magnitude)
    var (isLeft, isRight) = (false, false)
    for latitude in [box.south, box.north] {
      for longitude in [box.west, box.east] {
        let side = dx * (latitude - latitude1) - dy * (longitude - longitude1)
        isLeft = isLeft || side > -slack
        isRight = isRight || side < slack
      }
    }
    return isLeft && isRight
  }
}
