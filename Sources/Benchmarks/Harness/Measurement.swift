/// One thing that is measured: a file of its own in `Measurements/`.
protocol Measurement: Sendable {
  /// The name by which it is asked for, and by which its tables are found in the page.
  static var name: String { get }
  /// Fills in what was found. Throws where nothing can be.
  static func measure(_ bench: Workbench, into finding: inout Finding) throws
}

/// All measurements, in the order in which they run.
enum Measurements {
  static let all: [any Measurement.Type] = [
    Bandwidth.self, WholePath.self, WhereTimeGoes.self, EvaluatorAlone.self, NestedBookings.self,
    RecordedRequests.self, FaultCost.self, Profiles.self, RecordingCost.self, Differences.self,
    DifferingCost.self, PeakMemory.self, Allocations.self, StartUp.self,
    CostPerBooking.self, OtherTariffs.self, LargeTable.self, ManyZones.self, LargeRules.self,
  ]

  static func named(_ name: String) -> (any Measurement.Type)? { all.first { $0.name == name } }
}
