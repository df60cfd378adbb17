import Foundation
import TestKit
import Testing

/// Command lines that nobody meant: `.ci/fuzz` for some seconds, `QUOTE_FUZZ_SECONDS` for more.
@Suite struct FuzzTests {
  @Test func nothingIsFound() throws {
    let seconds = ProcessInfo.processInfo.environment["QUOTE_FUZZ_SECONDS"] ?? "10"
    try Shell.inTemporaryFolder { shell in
      let fuzz = Repository.root.appending(path: ".ci/fuzz").path
      let outcome = try shell.run("\(fuzz) --quote \(Shell.quote.path) --seconds \(seconds)")
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(outcome.output.contains(" 0 findings"), "\(outcome.output)")
    }
  }
}
