import Foundation
import TestKit
import Testing

/// Holds the library's folders to the order in which data flows through them.
///
/// A single module gives the optimizer everything, but gives the compiler no
/// say in which folder may use which. This test does: a file may only name
/// types declared in its own folder or on an earlier level. Comments are
/// ignored, so prose may look downstream.
@Suite struct LayeringTests {
  static let levels: [[String]] = [
    ["Diagnostics", "Values"], ["Columns"], ["Bookings", "Syntax"],
    ["Input", "Quotes", "Model", "Overlays"], ["Plan", "Samples"], ["Evaluation"],
    ["Explanation", "Comparison", "Profiling"], ["Output"],
    ["References"], ["Live"],
    [""],  // files beside the folders: the front door
    ["Explaining", "Diffing"], ["Drafting"],
  ]

  /// Pairs on one level of which the first may name the second's value types.
  static let neighbours: Set<[String]> = [
    ["Bookings", "Syntax"], ["Quotes", "Model"], ["Quotes", "Syntax"], ["Values", "Diagnostics"],
    ["Syntax", "Bookings"],
  ]

  struct File {
    var folder: String
    var name: String
    var code: String
  }

  static func files() throws -> [File] {
    try SwiftSource.all(under: "Sources/QuoteEngine").map { source in
      let path = source.name.split(separator: "/").dropFirst(2)
      return File(
        folder: path.count > 1 ? String(path.first!) : "", name: source.name, code: source.code)
    }
  }

  static func complaints(about files: [File]) -> [String] {
    let level = Dictionary(
      uniqueKeysWithValues: levels.enumerated().flatMap { i, names in names.map { ($0, i) } })
    let home = declarations(in: files)
    return files.flatMap { file -> [String] in
      guard let own = level[file.folder] else {
        return ["\(file.name): the folder \(file.folder) has no level in this test"]
      }
      // Generic parameters and nested types may bear a name that stands elsewhere, too.
      let local = Set(file.code.matches(of: declaration).map { String($0.1) })
      let words = Set(file.code.matches(of: /\.?\b[A-Z]\w*/).map { String($0.output) })
      return words.filter { !$0.hasPrefix(".") }.subtracting(local).sorted().compactMap { word in
        guard let other = home[word], other != file.folder, let theirs = level[other],
          theirs >= own, !neighbours.contains([file.folder, other])
        else { return nil }
        return "\(file.name) names \(word), which lives in \(other)"
      }
    }
  }

  /// A declaration of a type, at whatever depth.
  nonisolated(unsafe) static let declaration = #/
    (?m)^\s*(?:@\w+\s)*(?:(?:public|package|private|fileprivate|final|indirect)\s)*
    (?:struct|enum|class|actor|protocol|typealias)\s([A-Z]\w*)
    /#
  /// One at the top of its file.
  nonisolated(unsafe) static let topLevel = #/
    (?m)^(?:@\w+\s)*(?:(?:public|package|final|indirect)\s)*
    (?:struct|enum|class|actor|protocol|typealias)\s([A-Z]\w*)
    /#

  /// Maps each top-level type to the folder that declares it.
  static func declarations(in files: [File]) -> [String: String] {
    var home: [String: String] = [:]
    for file in files {
      for match in file.code.matches(of: topLevel) { home[String(match.1)] = file.folder }
    }
    return home
  }

  @Test func foldersOnlyLookUpstream() throws {
    for complaint in Self.complaints(about: try Self.files()) { Issue.record("\(complaint)") }
  }

  @Test func lookingDownstreamIsFound() {
    let files = [
      File(folder: "Model", name: "A.swift", code: "struct A { var plan: B }"),
      File(folder: "Plan", name: "B.swift", code: "public struct B { var model: A }"),
    ]
    #expect(Self.complaints(about: files) == ["A.swift names B, which lives in Plan"])
  }

  /// Folders whose business pointers are.
  static let pointerFolders = ["Columns/", "Evaluation/Kernels/", "Input/"]
  /// Files elsewhere that hold some: where registers are filled and loops are run, bytes are
  /// lent to a parser, and the system reads and writes.
  static let pointerFiles: Set<String> = [
    "Evaluation/Evaluator+Aggregates.swift", "Evaluation/Evaluator+Dates.swift",
    "Evaluation/Evaluator+Fields.swift", "Evaluation/Evaluator+Lists.swift",
    "Evaluation/Evaluator+Loops.swift", "Evaluation/Evaluator+Tables.swift",
    "Evaluation/Evaluator+Texts.swift", "Evaluation/Evaluator.swift",
    "Evaluation/KernelColumn.swift", "Evaluation/Loops/CompiledLoop.swift",
    "Evaluation/Loops/LoopRest.swift", "Evaluation/Loops/MachineCode.swift",
    "Evaluation/Profiling/Evaluator+Counting.swift", "Evaluation/RegisterFile.swift",
    "Output/AtomicFile.swift", "Output/Quotes/QuoteSink.swift", "Syntax/FileLoader+Disk.swift",
    "Syntax/YAML/YAMLReader.swift", "Values/Numbers/DecimalNumber+Parsing.swift",
    "Values/Numbers/DoubleText+Parsing.swift", "Values/Numbers/JavaScriptNumber.swift",
    "Values/Numbers/PythonNumber.swift", "Values/Time/CalendarDate+Parsing.swift",
    "Values/Time/Instant+Parsing.swift", "Values/Time/TimeOfDay+Parsing.swift",
  ]

  @Test func pointersStayWhereTheyBelong() throws {
    let pointer = /\bUnsafe(Mutable)?(Raw)?(Buffer)?Pointer\b/
    var holders: Set<String> = []
    for source in try SwiftSource.all(under: "Sources/QuoteEngine") {
      let name = source.name.split(separator: "/").dropFirst(2).joined(separator: "/")
      guard source.code.contains(pointer), !Self.pointerFolders.contains(where: name.hasPrefix)
      else { continue }
      holders.insert(name)
    }
    for name in holders.subtracting(Self.pointerFiles).sorted() {
      Issue.record("\(name) holds a pointer")
    }
    for name in Self.pointerFiles.subtracting(holders).sorted() {
      Issue.record("\(name) is listed and holds no pointer")
    }
  }
}
