import Foundation
import QuoteBookings
import QuoteSyntax
import TestKit
import Testing

/// Holds the library's folders to the order in which data flows through them.
///
/// Modules hold their own order; within one the compiler has no say in which
/// folder may use which. This test has: a file may only name types declared in
/// its own room or on an earlier level. Comments are ignored, so prose may look
/// downstream.
@Suite struct LayeringTests {
  /// The rooms, as paths below `Sources/`, in the order of the modules and within them.
  static let levels: [[String]] = [
    ["QuoteSyntax/Diagnostics"], ["QuoteSyntax/Values"], ["QuoteSyntax/Sheets"],
    ["QuoteSyntax/Syntax"], ["QuoteSyntax/Bookings"], ["QuoteSyntax/Overlays"],
    ["QuoteLanguage/Model"],
    ["QuoteLint/Lookups"], ["QuoteLint/Uses"], ["QuoteLint/Suspicions"], ["QuoteLint"],
    ["QuoteBookings/Columns"], ["QuoteBookings/Printing", "QuoteBookings/Bookings"],
    ["QuoteBookings/Input"],
    ["QuoteEngine/Printing/Cells"], ["QuoteEngine/Quotes"], ["QuoteEngine/Plan"],
    ["QuoteEngine/Evaluation"],
    ["QuoteEngine/Printing"], ["QuoteEngine"], ["QuoteEngine/API"],
    ["QuoteComparison/Words"], ["QuoteComparison/Quotes", "QuoteComparison/References"],
    ["QuoteComparison/Live"],
    ["QuoteLayout"],
    ["QuoteSamples/Drawing"], ["QuoteSamples"],
    ["QuoteExplanation/Quotes"], ["QuoteExplanation/Printing"], ["QuoteExplanation/Search"],
    ["QuoteReports/Profile/Counts"],
    ["QuoteReports/Differences", "QuoteReports/Profile/Printing", "QuoteReports/Checks"],
    ["QuoteReports/Impact/Edits"], ["QuoteReports/Impact/Counting"],
    ["QuoteReports/Impact/Printing"],
    ["QuoteCauses/Rounding"], ["QuoteCauses/Judging"], ["QuoteCauses/Causes"],
    ["QuoteCauses/Remedies"],
    ["QuoteAnalysis/Diffing", "QuoteAnalysis/Settings"], ["QuoteAnalysis/Drafting"],
    ["QuoteAnalysis/Starting"],
    ["QuoteArrow/Tables"], ["QuoteArrow/Results"], ["QuoteArrow/Pricing"], ["QuoteC"],
  ]

  struct File {
    var folder: String
    var name: String
    var code: String
  }

  /// Whatever is in a folder of its own is looked at, but for what needs Foundation.
  @Test func everyModuleIsKnown() throws {
    let sources = Repository.root.appending(path: "Sources").path
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources)
      .filter { $0.hasPrefix("Quote") && $0 != "QuoteFoundation" }
    #expect(folders.sorted() == Repository.modules.sorted())
  }

  static func files() throws -> [File] {
    try SwiftSource.library().map { source in
      File(folder: room(of: source.name), name: source.name, code: source.code)
    }
  }

  /// The innermost room that a file is in; its folder where it is in none.
  static func room(of name: String) -> String {
    var folder = name.split(separator: "/").dropFirst().dropLast()
    let rooms = Set(levels.joined())
    while !folder.isEmpty {
      let path = folder.joined(separator: "/")
      if rooms.contains(path), folder.count > 1 || name.split(separator: "/").count == 3 {
        return path
      }
      folder = folder.dropLast()
    }
    return name
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
      let words = Set(file.code.matches(of: kept(/\.?\b[A-Z]\w*/)).map { String($0.output) })
      return words.filter { !$0.hasPrefix(".") }.subtracting(local).sorted().compactMap { word in
        guard let other = home[word], other != file.folder, let theirs = level[other],
          theirs >= own
        else { return nil }
        return "\(file.name) names \(word), which lives in \(other)"
      }
    }
  }

  /// A declaration of a type, at whatever depth.
  nonisolated(unsafe) static let declaration = kept(#/
    (?m)^\s*(?:@\w+\s)*(?:(?:public|package|private|fileprivate|final|indirect)\s)*
    (?:struct|enum|class|actor|protocol|typealias)\s([A-Z]\w*)
    /#)
  /// One at the top of its file.
  nonisolated(unsafe) static let topLevel = kept(#/
    (?m)^(?:@\w+\s)*(?:(?:public|package|final|indirect)\s)*
    (?:struct|enum|class|actor|protocol|typealias)\s([A-Z]\w*)
    /#)

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
      File(folder: "QuoteLanguage/Model", name: "A.swift", code: "struct A { var plan: B }"),
      File(folder: "QuoteEngine/Plan", name: "B.swift", code: "public struct B { var model: A }"),
    ]
    #expect(Self.complaints(about: files) == ["A.swift names B, which lives in QuoteEngine/Plan"])
  }

  /// Folders whose business pointers are.
  static let pointerFolders = [
    "QuoteBookings/Columns/", "QuoteBookings/Printing/", "QuoteBookings/Input/",
    "QuoteEngine/Printing/Cells/",
    "QuoteEngine/Evaluation/Kernels/", "QuoteArrow/", "QuoteC/",
  ]
  /// Files elsewhere that hold some: where registers are filled and loops are run, bytes are
  /// lent to a parser, and the system reads and writes.
  static let pointerFiles: Set<String> = [
    "QuoteEngine/Evaluation/Evaluator+Aggregates.swift",
    "QuoteEngine/Evaluation/Evaluator+Dates.swift",
    "QuoteEngine/Evaluation/Evaluator+Fields.swift",
    "QuoteEngine/Evaluation/Evaluator+Lists.swift",
    "QuoteEngine/Evaluation/Evaluator+Loops.swift",
    "QuoteEngine/Evaluation/Evaluator+Neighbours.swift",
    "QuoteEngine/Evaluation/Evaluator+Tables.swift",
    "QuoteEngine/Evaluation/Evaluator+Texts.swift",
    "QuoteEngine/Evaluation/Evaluator+Turns.swift",
    "QuoteEngine/Evaluation/Evaluator.swift",
    "QuoteEngine/Evaluation/Idle.swift",
    "QuoteEngine/Evaluation/KernelColumn.swift",
    "QuoteEngine/Evaluation/Loops/CompiledLoop.swift",
    "QuoteEngine/Evaluation/Loops/LoopRest.swift",
    "QuoteEngine/Evaluation/Loops/MachineCode.swift",
    "QuoteEngine/Evaluation/Profiling/Evaluator+Counting.swift",
    "QuoteEngine/Evaluation/RegisterFile.swift",
    "QuoteEngine/Printing/AtomicFile.swift",
    "QuoteEngine/Printing/Compressor.swift",
    "QuoteEngine/Printing/QuoteSink.swift",
    "QuoteSyntax/Sheets/SheetBook.swift",
    "QuoteSyntax/Syntax/FileLoader+Disk.swift",
    "QuoteSyntax/Syntax/YAML/YAMLReader.swift",
    "QuoteSyntax/Values/Numbers/DecimalNumber+Parsing.swift",
    "QuoteSyntax/Values/Numbers/DoubleText+Parsing.swift",
    "QuoteSyntax/Values/Numbers/PythonNumber.swift",
    "QuoteSyntax/Values/Text/ComposedText.swift",
    "QuoteSyntax/Values/Time/CalendarDate+Parsing.swift",
    "QuoteSyntax/Values/Time/Instant+Parsing.swift",
    "QuoteSyntax/Values/Time/TimeOfDay+Parsing.swift",
    "QuoteSyntax/Values/Time/TimeZoneBundle.swift",
  ]

  @Test func pointersStayWhereTheyBelong() throws {
    let pointer = kept(/\bUnsafe(Mutable)?(Raw)?(Buffer)?Pointer\b/)
    var holders: Set<String> = []
    for source in try SwiftSource.library() {
      let name = source.name.split(separator: "/").dropFirst().joined(separator: "/")
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
