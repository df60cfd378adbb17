import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is timed by itself.
enum BenchStage: String, Hashable, Sendable, CaseIterable {
  /// Rules to plan.
  case compile
  /// Bytes to columns.
  case read
  /// Columns to quotes.
  case evaluate
  /// Quotes to CSV.
  case write
  /// Bytes to CSV, on all threads.
  case whole
}

/// How long a stage took in every round, and what it kept of the heap.
struct BenchFigure {
  var seconds: [Double] = []
  var processorSeconds: [Double] = []
  /// Bytes more in use after a round than before it.
  var heapBytes: [Int] = []

  mutating func add(_ time: BenchTime, heapBytes kept: Int) {
    seconds.append(time.seconds)
    processorSeconds.append(time.processorSeconds)
    heapBytes.append(kept)
  }

  var median: Double { Self.median(seconds) }
  var least: Double { seconds.min() ?? 0 }
  var most: Double { seconds.max() ?? 0 }
  var processorMedian: Double { Self.median(processorSeconds) }
  var heapGrowth: Int { heapBytes.isEmpty ? 0 : heapBytes.sorted()[heapBytes.count / 2] }

  /// Between the middle two where there are an even number.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// What a benchmark run found.
struct BenchReport {
  var bookings: Int
  var origin: String
  var threadCount: Int
  var inputBytes: Int
  var outputBytes = 0
  var faultCount = 0
  var checksum = ""
  var peakBytes = 0
  var figures: [BenchStage: BenchFigure] = [:]
  /// How records were read, if that was asked for.
  var why: ReadingCounts?

  func figure(_ stage: BenchStage) -> BenchFigure { figures[stage] ?? BenchFigure() }

  /// Bytes that pass through a stage; nil where it has none.
  func bytes(_ stage: BenchStage) -> Int? {
    switch stage {
    case .compile, .evaluate: nil
    case .read, .whole: inputBytes
    case .write: outputBytes
    }
  }

  var text: String {
    let rounds = figure(.whole).seconds.count
    return """
      bookings  \(bookings) (\(origin.printable)), \(faultCount) at fault
      bytes     \(inputBytes) in, \(outputBytes) out
      checksum  \(checksum)
      rounds    \(rounds) and one to warm up; stages on one thread, the whole on \(threadCount)
      memory    \(peakBytes / 1_000_000) MB at peak

      \(table)\(why?.report ?? "")
      """
  }

  private var table: String {
    var rows = [
      [
        "stage", "median ms", "min", "max", "CPU ms", "bookings/s", "MB/s", "heap bytes",
      ]
    ]
    for stage in BenchStage.allCases {
      let figure = figure(stage)
      let rate = figure.median > 0 ? 1 / figure.median : 0
      rows.append([
        stage.rawValue, Self.milliseconds(figure.median), Self.milliseconds(figure.least),
        Self.milliseconds(figure.most), Self.milliseconds(figure.processorMedian),
        stage == .compile ? "" : Int(Double(bookings) * rate).withThousands,
        bytes(stage).map { "\(Int(Double($0) * rate / 1e6))" } ?? "",
        figure.heapGrowth > 0 ? "+\(figure.heapGrowth)" : "\(figure.heapGrowth)",
      ])
    }
    return Self.aligned(rows)
  }

  /// A time to the microsecond.
  static func milliseconds(_ seconds: Double) -> String {
    let micro = Int((seconds * 1e6).rounded())
    let rest = "\(micro % 1000)"
    return "\(micro / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// The first column to the left, the others to the right.
  static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = row[0] + String(repeating: " ", count: widths[0] - row[0].count)
      for (cell, width) in zip(row, widths).dropFirst() {
        line += "  " + String(repeating: " ", count: width - cell.count) + cell
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// What `--compare` reads.
  var json: String {
    let stages = BenchStage.allCases.map { stage in
      let figure = figure(stage)
      var members = [
        "\"median_seconds\": \(figure.median)", "\"min_seconds\": \(figure.least)",
        "\"max_seconds\": \(figure.most)",
        "\"processor_seconds\": \(figure.processorMedian)",
        "\"heap_bytes\": \(figure.heapGrowth)",
        "\"seconds\": [\(figure.seconds.map { "\($0)" }.joined(separator: ", "))]",
      ]
      if let bytes = bytes(stage) { members.append("\"bytes\": \(bytes)") }
      return "    \"\(stage.rawValue)\": {\(members.joined(separator: ", "))}"
    }
    return """
      {
        "bookings": \(bookings),
        "faults": \(faultCount),
        "input_bytes": \(inputBytes),
        "output_bytes": \(outputBytes),
        "checksum": "\(checksum)",
        "threads": \(threadCount),
        "peak_bytes": \(peakBytes),\(why.map { "\n  \($0.json)," } ?? "")
        "stages": {
      \(stages.joined(separator: ",\n"))
        }
      }

      """
  }
}
