import Foundation
import TestKit
import Testing

/// The recordings that are a part of the project, held against all of them
/// where those lie beside it.
@Suite struct ThinnedCopyTests {
  static func tags(_ text: String) throws -> Set<String> {
    try text.split(separator: "\n").reduce(into: []) { tags, line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      tags.formUnion(record?["tags"] as? [String] ?? [])
    }
  }

  @Test(arguments: ReferenceFile.all) func everyTagIsThere(file: ReferenceFile) throws {
    guard let whole = ReferenceFolder.whole.text(of: file.path) else { return }
    let thinned = try #require(ReferenceFolder.thinned.text(of: file.path))
    #expect(try Self.tags(whole) == Self.tags(thinned))
    let lines = Set(whole.split(separator: "\n"))
    #expect(thinned.split(separator: "\n").allSatisfy(lines.contains))
  }

  /// The script makes it again as it is.
  @Test func itIsWhatTheScriptMakes() throws {
    let (whole, thinned) = (ReferenceFolder.whole.url, ReferenceFolder.thinned.url)
    guard FileManager.default.fileExists(atPath: whole.path) else {
      print("SKIPPED: there is no \(ReferenceFolder.whole.rawValue)")
      return
    }
    try Shell.inTemporaryFolder { shell in
      let script = """
        import runpy, sys
        sys.argv = ["thin.py", "\(whole.path)", "\(shell.folder.path)"]
        runpy.run_path("\(thinned.path)/thin.py", run_name="__main__")
        """
      guard try Interpreter.python3.run(script, input: "") != nil else { return }
      // What lies beside the recordings is no part of them.
      let differing = "diff -rq . '\(thinned.path)' | grep -v '^Only in \(thinned.path): '"
      let outcome = try shell.run(differing + " || true")
      #expect(outcome.output == "", "Tests/Reference/thin.py makes other files now")
    }
  }
}
