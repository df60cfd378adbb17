import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization

/// The rules files of the project as they stand, each compiled once for all tests that price by
/// it. No warnings are looked for: whoever tests those compiles the rules anew.
package enum ProjectRules {
  private struct Key: Hashable {
    var name: String
    var isRecording: Bool
    var isProfiling: Bool
  }

  private static let pricers = Mutex<[Key: Pricer]>([:])

  /// Two tests that ask for the same at once may both compile it; either pricer is as good.
  package static func pricer(
    _ name: String, recording: Bool = false, profiling: Bool = false
  ) throws -> Pricer {
    let key = Key(name: name, isRecording: recording, isProfiling: profiling)
    if let known = pricers.withLock({ $0[key] }) { return known }
    let made = try Pricer(
      rulesAt: Repository.root.appending(path: name).path, recording: recording,
      profiling: profiling, linting: false)
    pricers.withLock { $0[key] = made }
    return made
  }
}
