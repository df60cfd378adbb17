import Foundation

/// Where measurements find programs, workloads and each other's results.
final class Workbench {
  let scale: Scale
  /// The command that is measured.
  let quote: String
  /// Makes the flat workload; nil if it is not there, when a stand-in serves to
  /// see that everything still runs.
  let generator: String?
  /// Inputs, outputs and built rivals.
  let folder: URL
  private var installed: [String: String?] = [:]

  /// The checked-out package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init(scale: Scale, quote: String, generator: String?, folder: URL) throws {
    self.scale = scale
    self.quote = quote
    self.generator = generator.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  // MARK: - Files

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func rules(_ name: String) -> String { Self.root.appending(path: "rules/\(name)").path }

  func sample(_ name: String) -> String { Self.root.appending(path: "samples/\(name)").path }

  /// A script, program or set of rules that only benchmarks need.
  static func source(_ path: String) -> String {
    root.appending(path: "Sources/Benchmarks/\(path)").path
  }

  func size(_ path: String) -> Int {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
  }

  /// The flat workload, made once for each size.
  func flat(_ rows: Int) throws -> String {
    if let generator { return try made("flat-\(rows).csv", by: ["python3", generator, "\(rows)"]) }
    guard scale == .smoke else {
      throw HarnessTrouble("the generator of the flat workload is not there: `--workload FILE`")
    }
    return try workload("like-flat-\(rows).csv", by: "like_flat.py", "\(rows)")
  }

  /// What a script of `Workloads/` writes, made once.
  func workload(_ name: String, by script: String, _ arguments: String...) throws -> String {
    try made(name, by: ["python3", Self.source("Workloads/\(script)")] + arguments)
  }

  /// The command's last word is the file that is to be made.
  private func made(_ name: String, by command: [String]) throws -> String {
    let target = path(name)
    if FileManager.default.fileExists(atPath: target) { return target }
    Self.say("  making \(name)")
    let partial = target + ".partial"
    try require(command + [partial])
    try FileManager.default.moveItem(atPath: partial, toPath: target)
    return target
  }

  /// A rival written in C++ or C, built with all optimizations.
  func built(_ source: String, _ flags: String...) throws -> String {
    let file = Self.source("Rivals/\(source)")
    let target = path(URL(filePath: source).deletingPathExtension().lastPathComponent)
    let compiler = source.hasSuffix(".c") ? ["gcc"] : ["g++", "-std=c++17", "-pthread"]
    try require(compiler + ["-O3", "-march=native", "-o", target] + flags + [file])
    return target
  }

  // MARK: - Programs

  /// Runs what must not fail.
  @discardableResult
  func require(
    _ words: [String], output: String = "/dev/null", fineStatuses: Set<Int32> = [0]
  ) throws -> Execution {
    let errors = path("errors.txt")
    let execution = try Execution.run(words, output: output, errors: errors)
    guard fineStatuses.contains(execution.status) else {
      let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw HarnessTrouble("`\(words.joined(separator: " "))` failed: \(said.suffix(500))")
    }
    return execution
  }

  /// What a program prints.
  func text(of words: [String]) throws -> String {
    let output = path("output.txt")
    try require(words, output: output)
    return try String(contentsOfFile: output, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The version of a package of Python's; nil if it is not installed.
  func version(ofPackage name: String) -> String? {
    if let known = installed[name] { return known }
    let found = try? text(of: [
      "python3", "-c", "import importlib.metadata as m; print(m.version('\(name)'))",
    ])
    installed[name] = .some(found)
    return found
  }

  /// A command line that keeps to one processor, the last one.
  func pinned(_ words: [String]) -> [String] {
    ["taskset", "-c", "\(ProcessInfo.processInfo.activeProcessorCount - 1)"] + words
  }
}
