private import Glibc
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSamples
import QuoteSyntax

/// Bookings as bytes in memory, so that no disk is measured.
struct BenchInput {
  var sources: [ByteSource]
  /// Content as it lies there; compressed files count as they are.
  var byteCount: Int
  /// Where they come from, for the report.
  var origin: String

  /// Whole files; `-` is standard input.
  static func reading(_ paths: [String]) throws(Trouble) -> BenchInput {
    var input = BenchInput(sources: [], byteCount: 0, origin: paths.joined(separator: " "))
    for path in paths {
      let bytes = try contents(of: path)
      input.byteCount += bytes.count
      input.sources.append(.memory(name: path, bytes: bytes))
    }
    return input
  }

  /// Seeded bookings made from the declared inputs, as CSV.
  static func sampling(_ rules: PriceModel, rows: Int, seed: Int) throws(Trouble) -> BenchInput {
    let writer = try SampleWriter(schema: rules.schema, format: .csv)
    var sampler = BookingSampler(model: rules, seed: UInt64(seed))
    var bytes = Array(writer.opening.utf8)
    for row in 0..<rows {
      bytes += Array(writer.text(of: sampler.next(), isFirst: row == 0).utf8)
    }
    bytes += Array(writer.closing.utf8)
    return BenchInput(
      sources: [.memory(name: "sampled.csv", bytes: bytes)], byteCount: bytes.count,
      origin: "sampled, seed \(seed)")
  }

  /// A whole file; `-` is standard input. Throws where it has more bytes than it may.
  static func contents(of path: String, atMost bound: Int = .max) throws(Trouble) -> [UInt8] {
    let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw trouble(path) }
    defer { if descriptor > 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    while true {
      var got = 0
      let more = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 22) { buffer, count in
        unsafe got = read(descriptor, buffer.baseAddress!, buffer.count)
        count = max(0, got)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw trouble(path) }
      if got == 0 { return bytes }
      bytes += more
      if bytes.count > bound {
        throw Trouble(
          "file-too-large",
          "`\(path)` is larger than a saved run, which has \(bound >> 20) MiB at most")
      }
    }
  }

  private static func trouble(_ path: String) -> Trouble {
    errno == ENOENT
      ? Trouble("missing-file", "`\(path)` does not exist")
      : unsafe Trouble(
        "unreadable-file", "`\(path)` cannot be read: \(String(cString: strerror(errno)))")
  }
}
