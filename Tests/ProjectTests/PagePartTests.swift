import Foundation
import QuoteSyntax
import TestKit
import Testing

/// The styles and scripts of the pages that the command writes are files of their own, which the
/// tools of a browser's languages can read.
@Suite struct PagePartTests {
  /// The modules that make pages.
  static let modules = Repository.modules.filter {
    !Repository.files(under: "Sources/\($0)/Pages", endings: ["css"]).isEmpty
  }

  static func parts(_ ending: String) -> [URL] {
    modules.flatMap { Repository.files(under: "Sources/\($0)/Pages", endings: [ending]) }
  }

  @Test func scriptsAreJavaScript() throws {
    #expect(!Self.parts("js").isEmpty)
    for url in Self.parts("js") {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["node", "--check", url.path]
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus == 127 {
        print("SKIPPED: node is not installed, so the scripts of the pages were not checked")
        return
      }
      #expect(process.terminationStatus == 0, "\(Repository.name(of: url)) is not JavaScript")
    }
  }

  /// Every brace is closed, and every colour or width that a style names is declared in a style
  /// or by the page itself.
  @Test func stylesAreWhole() throws {
    let styles = try Self.parts("css").map { ($0.lastPathComponent, try Repository.text(of: $0)) }
    #expect(!styles.isEmpty)
    let sources =
      try Self.modules
      .flatMap { Repository.files(under: "Sources/\($0)", endings: ["css", "js", "swift"]) }
      .map { try Repository.text(of: $0) }.joined()
    for (name, text) in styles {
      var depth = 0
      for character in text {
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        #expect(depth >= 0, "\(name) closes a brace that it has not opened")
      }
      #expect(depth == 0, "\(name) does not close every brace")
      for match in text.matches(of: kept(/var\((--[a-z]+)/)) {
        let variable = String(match.1)
        let isDeclared = ["\(variable):", "'\(variable)'"].contains { sources.contains($0) }
        #expect(isDeclared, "\(name): nothing declares \(variable)")
      }
    }
  }

  @Test func noScriptOrStyleStandsInSwift() throws {
    for url in Repository.swiftFiles(under: "Sources") {
      let text = try Repository.text(of: url)
      for sign in ["'use strict'", "document.getElementById", "font:13px", "prefers-color-scheme"] {
        #expect(!text.contains(sign), "\(Repository.name(of: url)) holds part of a page")
      }
    }
  }
}
