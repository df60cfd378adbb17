/// The degrees between which an area is.
package struct AreaBounds: Hashable, Sendable {
  private let south: Double
  private let north: Double
  private let west: Double
  private let east: Double

  package init(south: Double, north: Double, west: Double, east: Double) {
    (self.south, self.north, self.west, self.east) = (south, north, west, east)
  }

  /// False where a point is surely not in the area.
  package func mayHave(_ latitude: Double, _ longitude: Double) -> Bool {
    south <= latitude && latitude <= north && west <= longitude && longitude <= east
  }
}
