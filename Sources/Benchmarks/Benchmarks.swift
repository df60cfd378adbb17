import Foundation

/// Measurements of each stage and of the whole, beside what one would use
/// instead; see docs/benchmarks.md.
@main struct Benchmarks {
  static func main() {
    do {
      let options = try HarnessOptions(Array(CommandLine.arguments.dropFirst()))
      if options.isListing {
        print(Measurements.all.map { $0.name }.joined(separator: "\n"))
        return
      }
      let troubles = try run(options)
      exit(troubles > 0 ? 1 : 0)
    } catch {
      Workbench.say("benchmarks: \(error)\n\n\(HarnessOptions.usage)")
      exit(2)
    }
  }

  /// How many measurements could not be made.
  static func run(_ options: HarnessOptions) throws -> Int {
    let bench = try Workbench(
      scale: options.scale, quote: options.quote, generator: options.generator,
      folder: URL(filePath: options.folder))
    var record = Record()
    if let path = options.record, FileManager.default.fileExists(atPath: path) {
      record = try Record(readingFile: path)
    }
    record.machine = Machine.facts
    record.versions = Machine.versions(bench)
    record.scale = options.scale.name
    var troubles = 0
    for measurement in options.measurements {
      do {
        record.add(try finding(of: measurement, bench))
        if let path = options.record { try record.write(to: path) }
      } catch {
        Workbench.say("\(measurement.name): left out: \(error)")
        troubles += 1
      }
    }
    if let path = options.page {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try Page(record: record).filling(text)
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    return troubles
  }

  static func finding(of measurement: any Measurement.Type, _ bench: Workbench) throws -> Finding {
    Workbench.say("\(measurement.name)")
    var finding = Finding(measurement.name)
    finding.load = Machine.load
    finding.date = String(Date.now.formatted(.iso8601).prefix(10))
    let start = Date.now
    try measurement.measure(bench, into: &finding)
    var lines = ["## \(measurement.name)", ""] + Page.lines(of: finding)
    for bar in finding.bars {
      lines.append(
        "\(bar.isMet ? "met    " : "NOT MET") \(bar.claim): \(Page.plain(bar.value))\(bar.unit), "
          + "\(bar.kind.rawValue) \(Page.plain(bar.limit))\(bar.unit)")
    }
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n\n").utf8))
    Workbench.say("  took \(Int(Date.now.timeIntervalSince(start))) s")
    return finding
  }
}
