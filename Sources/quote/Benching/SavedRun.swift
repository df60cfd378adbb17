import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A benchmark run that was kept as JSON, to hold another against.
struct SavedRun {
  var name: String
  var bookings: Int
  var checksum: String
  /// Median seconds.
  var medians: [BenchStage: Double]

  /// Ten thousand rounds take less than a megabyte.
  static let mostBytes = 4 << 20

  /// Throws where the bytes are no JSON or not what `bench --format json` writes.
  init(_ bytes: [UInt8], name: String) throws(Trouble) {
    let values = FlatJSON.values(bytes) ?? [:]
    guard let bookings = values["bookings"].flatMap({ Int($0) }),
      let checksum = values["checksum"]
    else {
      throw Trouble(
        "not-a-saved-run",
        "`\(name)` is not a saved run: `quote bench --format json -o FILE` writes one")
    }
    self.name = name
    self.bookings = bookings
    self.checksum = checksum
    medians = [:]
    for stage in BenchStage.allCases {
      medians[stage] = values["stages.\(stage.rawValue).median_seconds"].flatMap { Double($0) }
    }
  }
}

/// A run held against a saved one.
struct BenchComparison {
  let saved: SavedRun
  let report: BenchReport

  var isSameOutput: Bool {
    saved.checksum == report.checksum && saved.bookings == report.bookings
  }

  /// By how many percent a stage takes longer now; below zero where less.
  func slowdown(_ stage: BenchStage) -> Double? {
    guard let then = saved.medians[stage], then > 0 else { return nil }
    return (report.figure(stage).median / then - 1) * 100
  }

  /// Stages that take longer by more than so many percent.
  func slower(by percent: Int) -> [BenchStage] {
    BenchStage.allCases.filter { slowdown($0) ?? 0 > Double(percent) }
  }

  var text: String {
    var rows = [["stage", "then ms", "now ms", "change"]]
    for stage in BenchStage.allCases {
      guard let then = saved.medians[stage], let slowdown = slowdown(stage) else { continue }
      let change = Int(slowdown.rounded())
      rows.append([
        stage.rawValue, BenchReport.milliseconds(then),
        BenchReport.milliseconds(report.figure(stage).median),
        change > 0 ? "+\(change) %" : "\(change) %",
      ])
    }
    return "\nagainst \(saved.name)\n" + BenchReport.aligned(rows) + verdict
  }

  private var verdict: String {
    if isSameOutput { return "output    the same\n" }
    return """
      output    differs: \(saved.bookings) bookings, \(saved.checksum) then; \
      \(report.bookings) bookings, \(report.checksum) now

      """
  }
}

/// JSON as a table of its leaves: members joined by dots, texts and numbers as
/// written. Enough for what this program wrote itself.
struct FlatJSON {
  private var rest: ArraySlice<UInt8>
  private var values: [String: String] = [:]

  /// Nil if the bytes are no JSON.
  static func values(_ bytes: [UInt8]) -> [String: String]? {
    var reader = FlatJSON(rest: bytes[...])
    guard reader.value(at: "", depth: 0), reader.skipSpace() == nil else { return nil }
    return reader.values
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// The next byte that is not space; nil at the end.
  private mutating func skipSpace() -> UInt8? {
    while let byte = rest.first, byte == 32 || (9...13).contains(byte) { rest.removeFirst() }
    return rest.first
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard skipSpace() == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func value(at path: String, depth: Int) -> Bool {
    guard depth < 64, let first = skipSpace() else { return false }
    switch first {
    case UInt8(ascii: "{"): return members(at: path, depth: depth)
    case UInt8(ascii: "["): return elements(at: path, depth: depth)
    case UInt8(ascii: "\""): values[path] = text()
    default: values[path] = word()
    }
    return values[path] != nil
  }

  private mutating func members(at path: String, depth: Int) -> Bool {
    rest.removeFirst()
    if take("}") { return true }
    repeat {
      guard skipSpace() == UInt8(ascii: "\""), let name = text(), take(":"),
        value(at: path.isEmpty ? name : path + "." + name, depth: depth + 1)
      else { return false }
    } while take(",")
    return take("}")
  }

  private mutating func elements(at path: String, depth: Int) -> Bool {
    rest.removeFirst()
    if take("]") { return true }
    var index = 0
    repeat {
      guard value(at: "\(path).\(index)", depth: depth + 1) else { return false }
      index += 1
    } while take(",")
    return take("]")
  }

  /// Escapes stay as they are written.
  private mutating func text() -> String? {
    var end = rest.startIndex + 1
    while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
      end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < rest.endIndex else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
  }

  private mutating func word() -> String? {
    let word = rest.prefix { byte in
      (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }
    rest = rest.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}
