struct AreaTree: Sendable {
  let sets: [[Int]]
  init(_ outlines: [AreaGeometry]) { sets = []; fatalError("to come") }
  func code(_ latitude: Double, _ longitude: Double, _ outlines: [AreaGeometry]) -> Int32 { fatalError("to come") }
}
