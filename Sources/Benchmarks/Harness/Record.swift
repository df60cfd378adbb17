import Foundation

/// Everything a run of the measurements found, as it is kept beside the page.
struct Record: Codable {
  var machine: [Fact] = []
  var versions: [Fact] = []
  var scale = ""
  var findings: [Finding] = []

  /// A name and what stands for it.
  struct Fact: Codable, Equatable {
    var name: String
    var value: String
  }

  /// Replaces an earlier finding of the same measurement; findings stand in the
  /// order of the measurements.
  mutating func add(_ finding: Finding) {
    if let index = findings.firstIndex(where: { $0.name == finding.name }) {
      findings[index] = finding
    } else {
      findings.append(finding)
    }
    let order = Measurements.all.map { $0.name }
    findings.sort {
      order.firstIndex(of: $0.name) ?? order.count < order.firstIndex(of: $1.name) ?? order.count
    }
  }

  init() {}

  init(readingFile path: String) throws {
    self = try JSONDecoder().decode(Record.self, from: Data(contentsOf: URL(filePath: path)))
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
  }
}

/// What one measurement found.
struct Finding: Codable {
  var name: String
  /// When it was measured, and what else ran: the load average.
  var date = ""
  var load = ""
  var bars: [Bar] = []
  var timings: [Timing] = []
  /// Figures that are no timings: a name, and the value with its unit.
  var figures: [Record.Fact] = []
  /// What was left out, and why; what is to be known of the figures.
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  func timing(_ name: String) -> Timing? { timings.first { $0.name == name } }

  func median(_ name: String) -> Double? { timing(name)?.median }

  /// The median of the processor's time: the steadier figure for what runs on one thread, and the
  /// same as on the wall where nothing else runs.
  func processorMedian(_ name: String) -> Double? { timing(name)?.processorMedian }

  /// A bar that two timings decide, where both are there.
  mutating func judge(
    _ claim: String, kind: Bar.Kind, limit: Double, _ a: Double?, over b: Double?
  ) {
    guard let a, let b, a > 0, b > 0 else {
      notes.append("not judged: \(claim)")
      return
    }
    bars.append(Bar(claim: claim, kind: kind, limit: limit, value: a / b))
  }
}

/// What was asked for, and what was measured.
struct Bar: Codable {
  enum Kind: String, Codable {
    case atMost = "at most"
    case atLeast = "at least"
  }

  var claim: String
  var kind: Kind
  var limit: Double
  var value: Double
  var unit = "×"

  var isMet: Bool {
    switch kind {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    }
  }
}

/// One contestant's rounds.
struct Timing: Codable {
  var name: String
  /// How many bookings; of samples fewer than the others had.
  var rows = 0
  /// Bytes of input; 0 where that means nothing.
  var bytes = 0
  var seconds: [Double] = []
  var processorSeconds: [Double] = []
  var peakBytes = 0
  /// Rows of the output that are not the first contestant's; nil if nothing was compared.
  var differences: Int?
  /// Rows that are the same and stand elsewhere.
  var misplaced: Int?
  /// Whether the page tells nanoseconds a booking instead.
  var isPerBooking: Bool?

  var median: Double { Self.median(seconds) }
  var processorMedian: Double { Self.median(processorSeconds) }
  /// The median for one row, so that samples of different sizes can be compared.
  var secondsPerRow: Double { median / Double(max(1, rows)) }

  /// The rounds of another turn of the same contestant.
  mutating func add(_ turn: Timing) {
    rows = turn.rows
    seconds += turn.seconds
    processorSeconds += turn.processorSeconds
    peakBytes = max(peakBytes, turn.peakBytes)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
