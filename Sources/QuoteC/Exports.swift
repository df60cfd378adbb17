import CArrow
import CQuote
import QuoteArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

// What quote.c calls, each within a guard. A handle is an object of ours with one reference that
// whoever holds it owns.

@c(cquote_release) func release(_ handle: UnsafeMutableRawPointer?) {
  if let handle = unsafe handle { unsafe Unmanaged<AnyObject>.fromOpaque(handle).release() }
}

/// Never freed: it stays, as quote.h says.
nonisolated(unsafe) private let version: UnsafeMutablePointer<CChar> = {
  let bytes = Pricer.version.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
  return unsafe copy
}()

@c(cquote_version) func engineVersion() -> UnsafePointer<CChar>? { unsafe UnsafePointer(version) }

@unsafe private func rules(_ handle: UnsafeMutableRawPointer?) -> RulesHandle {
  guard let handle = unsafe handle else { preconditionFailure("there are no rules") }
  return unsafe Unmanaged<RulesHandle>.fromOpaque(handle).takeUnretainedValue()
}

@c(cquote_rules_new) func newRules(
  _ files: UnsafePointer<quote_file>?, _ count: Int,
  _ options: UnsafePointer<quote_rules_options>?,
  _ handle: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    guard count > 0, let files = unsafe files, let options = unsafe options?.pointee else {
      throw .trouble(Trouble("no-rules", "there is no file with rules"))
    }
    var held: [String: [UInt8]] = [:]
    for index in 0..<count {
      let file = unsafe files[index]
      let name = unsafe file.name.map { unsafe String(cString: $0) } ?? "rules.yaml"
      let bytes = unsafe UnsafeRawBufferPointer(start: file.bytes, count: file.size)
      unsafe held[name] = Array(bytes)
    }
    let path = unsafe files[0].name.map { unsafe String(cString: $0) } ?? "rules.yaml"
    let asOf = try unsafe moment(options.as_of)
    var loader = unsafe options.reads_disk != 0 ? FileLoader.disk() : .memory(bytes: held)
    loader.zones = try unsafe zones(options.zones, options.zones_size)
    let made = try unsafe RulesHandle(
      path: path, overlays: texts(options.overlays, options.overlay_count),
      settings: texts(options.settings, options.setting_count),
      loader: loader, asOf: asOf)
    unsafe handle?.pointee = Unmanaged.passRetained(made).toOpaque()
  }
}

@unsafe private func moment(_ text: UnsafePointer<CChar>?) throws(RulesFailure) -> Instant? {
  guard let text = unsafe text.map({ unsafe String(cString: $0) }) else { return nil }
  guard let moment = Instant(iso: text) else {
    throw .trouble(
      Trouble("no-moment", "`\(text)` is not a moment: write it like 2026-06-01T09:00:00Z"))
  }
  return moment
}

/// Zones that rules had elsewhere; nil if nothing is said of them.
@unsafe private func zones(
  _ bytes: UnsafeRawPointer?, _ count: Int
) throws(RulesFailure) -> TimeZoneDatabase? {
  guard let bytes = unsafe bytes, count > 0 else { return nil }
  let bundle = unsafe TimeZoneBundle(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
  guard let bundle else {
    throw .trouble(Trouble("no-zones", "the time zones are not what `quote_rules_zones` gave"))
  }
  return TimeZoneDatabase(carried: bundle)
}

// MARK: Texts

@c(cquote_check) func check(
  _ handle: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    let format = unsafe format.map { unsafe String(cString: $0) } ?? "text"
    let said = try unsafe rules(handle).check(as: format)
    unsafe give(Array(said.utf8), to: text)
  }
}

@c(cquote_describe) func describe(
  _ handle: UnsafeMutableRawPointer?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    unsafe give(Array(rules(handle).description.utf8), to: text)
  }
}

@c(cquote_zones) func zones(
  _ handle: UnsafeMutableRawPointer?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    let model = unsafe rules(handle).pricer.model
    let names = model.zoneNames
    unsafe give(
      names.isEmpty ? [] : (model.zones ?? TimeZoneDatabase()).bundle(of: names), to: text)
  }
}

@c(cquote_sample) func sample(
  _ handle: UnsafeMutableRawPointer?, _ count: Int, _ seed: UInt64,
  _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    let made = try unsafe rules(handle).sample(count, seed: seed)
    unsafe give(Array(made.utf8), to: text)
  }
}

@c(cquote_price_json) func priceJSON(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafePointer<CChar>?, _ size: Int,
  _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    let lines = unsafe Array(UnsafeRawBufferPointer(start: bookings, count: size))
    let quotes = try unsafe rules(handle).price(lines: lines)
    let bytes = unsafe quotes.bytes
    unsafe text?.pointee = cquote_text(bytes.baseAddress, bytes.count)
  }
}

@c(cquote_json_remarks) func jsonRemarks(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafePointer<CChar>?, _ size: Int,
  _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    let lines = unsafe Array(UnsafeRawBufferPointer(start: bookings, count: size))
    let remarks = try unsafe rules(handle).remarks(lines: lines)
    unsafe give(Array(remarks.joined(separator: "\n").utf8), to: text)
  }
}

// MARK: Tables

@c(cquote_schema_in) func schemaIn(
  _ handle: UnsafeMutableRawPointer?, _ schema: UnsafeMutablePointer<ArrowSchema>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    guard let schema = unsafe schema else { return }
    unsafe InputSchema(rules(handle).pricer.schema).describe(in: schema)
  }
}

@c(cquote_stream_new) func newStream(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafeMutablePointer<ArrowArrayStream>?,
  _ options: UnsafePointer<quote_price_options>?,
  _ stream: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    guard let bookings = unsafe bookings, let options = unsafe options else { return }
    let rules = unsafe rules(handle)
    let made = try unsafe PricedStream(
      rules.pricer, bookings, asOf: rules.asOf, options: TableOptions(options.pointee),
      runner: beside)
    unsafe stream?.pointee = Unmanaged.passRetained(made).toOpaque()
  }
}

@c(cquote_stream_schema) func streamSchema(
  _ handle: UnsafeMutableRawPointer?, _ schema: UnsafeMutablePointer<ArrowSchema>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    guard let handle = unsafe handle, let schema = unsafe schema else { return }
    unsafe Unmanaged<PricedStream>.fromOpaque(handle).takeUnretainedValue().describe(in: schema)
  }
}

@c(cquote_stream_remarks) func streamRemarks(
  _ handle: UnsafeMutableRawPointer?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    guard let handle = unsafe handle else { return }
    let stream = unsafe Unmanaged<PricedStream>.fromOpaque(handle).takeUnretainedValue()
    unsafe give(Array(stream.remarks.joined(separator: "\n").utf8), to: text)
  }
}

@c(cquote_stream_next) func streamNext(
  _ handle: UnsafeMutableRawPointer?, _ array: UnsafeMutablePointer<ArrowArray>?
) -> OpaquePointer? {
  unsafe answering { () throws(Trouble) in
    guard let handle = unsafe handle, let array = unsafe array else { return }
    let stream = unsafe Unmanaged<PricedStream>.fromOpaque(handle).takeUnretainedValue()
    _ = try unsafe stream.next(into: array)
  }
}

// MARK: Explaining and comparing

@c(cquote_explain) func explain(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafeMutablePointer<ArrowArrayStream>?,
  _ options: UnsafePointer<quote_explain_options>?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    guard let bookings = unsafe bookings, let options = unsafe options?.pointee else { return }
    defer { unsafe giveBack(bookings) }
    let asked = try unsafe AskedExplanation(options)
    let said = try unsafe rules(handle).explain(bookings, asked)
    unsafe give(Array(said.utf8), to: text)
  }
}

@c(cquote_explain_json) func explainJSON(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafePointer<CChar>?, _ size: Int,
  _ options: UnsafePointer<quote_explain_options>?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    guard let options = unsafe options?.pointee else { return }
    let lines = unsafe Array(UnsafeRawBufferPointer(start: bookings, count: size))
    let asked = try unsafe AskedExplanation(options)
    let said = try unsafe rules(handle).explain(lines: lines, asked)
    unsafe give(Array(said.utf8), to: text)
  }
}

@c(cquote_diff) func diff(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafeMutablePointer<ArrowArrayStream>?,
  _ theirs: UnsafeMutablePointer<ArrowArrayStream>?, _ map: UnsafePointer<CChar>?,
  _ formats: UnsafePointer<UnsafePointer<CChar>?>?, _ formatCount: Int,
  _ reports: UnsafeMutablePointer<OpaquePointer?>?, _ differs: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    guard let bookings = unsafe bookings, let theirs = unsafe theirs else { return }
    defer {
      unsafe giveBack(bookings)
      unsafe giveBack(theirs)
    }
    let formats = try unsafe differenceFormats(formats, formatCount)
    let own = try unsafe csv(bookings, [rules(handle).pricer])
    let map = unsafe map.map { unsafe String(cString: $0) }
    let other = OtherSide.answers(try unsafe csv(theirs, []), map: map)
    let found = try unsafe rules(handle).compare(own, with: other, formats: formats)
    unsafe give(found, reports, differs)
  }
}

@c(cquote_diff_rules) func diffRules(
  _ handle: UnsafeMutableRawPointer?, _ bookings: UnsafeMutablePointer<ArrowArrayStream>?,
  _ theirs: UnsafeMutableRawPointer?, _ formats: UnsafePointer<UnsafePointer<CChar>?>?,
  _ formatCount: Int, _ reports: UnsafeMutablePointer<OpaquePointer?>?,
  _ differs: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  unsafe answering { () throws(RulesFailure) in
    guard let bookings = unsafe bookings else { return }
    defer { unsafe giveBack(bookings) }
    let formats = try unsafe differenceFormats(formats, formatCount)
    let pricer = unsafe rules(theirs).pricer
    let own = try unsafe csv(bookings, [rules(handle).pricer, pricer])
    let other = OtherSide.rules(pricer)
    let found = try unsafe rules(handle).compare(own, with: other, formats: formats)
    unsafe give(found, reports, differs)
  }
}

@unsafe private func differenceFormats(
  _ words: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) throws(RulesFailure) -> [DifferenceFormat] {
  try unsafe texts(words, count).map { word throws(RulesFailure) in
    try DifferenceFormat(asked: word, for: "differences")
  }
}

@unsafe private func give(
  _ found: (reports: [[UInt8]], holds: Bool), _ reports: UnsafeMutablePointer<OpaquePointer?>?,
  _ differs: UnsafeMutablePointer<Int32>?
) {
  unsafe differs?.pointee = found.holds ? 0 : 1
  for (index, report) in found.reports.enumerated() {
    unsafe give(report, to: reports.map { unsafe $0 + index })
  }
}

/// A stream that was moved here is used up, whatever came of it.
@unsafe private func giveBack(_ stream: UnsafeMutablePointer<ArrowArrayStream>) {
  if let release = unsafe stream.pointee.release { unsafe release(stream) }
}

@unsafe private func csv(
  _ stream: UnsafeMutablePointer<ArrowArrayStream>, _ pricers: [Pricer]
) throws(RulesFailure) -> [UInt8] {
  do throws(Trouble) {
    return try unsafe TableText.csv(of: stream, for: pricers)
  } catch {
    throw .trouble(error)
  }
}
