import Foundation

/// The command line of the measurements.
struct HarnessOptions {
  var scale = Scale.quick
  var names: [String] = []
  var quote = HarnessOptions.products.appending(path: "quote").path
  var generator = Workbench.root.appending(path: "../shared/bench/workload.py").standardizedFileURL
    .path
  var folder = "/tmp/quote-benchmarks"
  var record: String?
  var page: String?
  var isListing = false

  static let usage = """
    usage: Benchmarks [--scale smoke|quick|full|long] [--only NAME,NAME] [--list]
                      [--quote PROGRAM] [--workload SCRIPT] [--folder DIR]
                      [--record FILE.json] [--page FILE.md]

    Measures, and tells on standard output. --record keeps what was found, replacing what an
    earlier run of the same measurement had found; --page
    fills the tables of a page from the record.

    """

  /// Where this program lies, and `quote` beside it.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--list" {
        isListing = true
        continue
      }
      if word == "--help" { throw HarnessTrouble("what can be asked for") }
      guard let value = rest.popFirst() else { throw HarnessTrouble("`\(word)` needs a value") }
      switch word {
      case "--scale":
        guard let known = Scale.all.first(where: { $0.name == value }) else {
          throw HarnessTrouble("there is no scale `\(value)`")
        }
        scale = known
      case "--only":
        names = value.split(separator: ",").map(String.init)
        for name in names where Measurements.named(name) == nil {
          throw HarnessTrouble("there is no measurement `\(name)`; --list tells them")
        }
      case "--quote": quote = value
      case "--workload": generator = value
      case "--folder": folder = value
      case "--record": record = value
      case "--page": page = value
      default: throw HarnessTrouble("there is no option `\(word)`")
      }
    }
  }

  var measurements: [any Measurement.Type] {
    names.isEmpty ? Measurements.all : names.compactMap(Measurements.named)
  }
}
