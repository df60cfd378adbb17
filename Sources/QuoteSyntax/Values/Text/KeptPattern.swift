import Synchronization

/// A pattern that is made once and kept, for texts of which there may be one in every booking.
///
/// A pattern in the middle of a function is read and compiled anew whenever the function runs, and
/// that takes longer than to read and price a hundred bookings.
///
/// Sound to share between threads as long as it calls no function of ours: a `Regex` never changes
/// but for what it was compiled to, which it keeps by itself, atomically.
package struct KeptPattern<Output>: @unchecked Sendable {
  private let regex: Regex<Output>

  package init(_ regex: Regex<Output>) { self.regex = regex }

  /// What it finds in a text that is like it as a whole; nil in any other.
  package func wholeMatch(in text: String) -> Output? {
    (try? regex.wholeMatch(in: text))?.output
  }

  /// Whether a text is like it as a whole.
  package func matches(_ text: String) -> Bool { wholeMatch(in: text) != nil }

  /// What it finds first in a text.
  package func firstMatch(in text: String) -> Output? {
    (try? regex.firstMatch(in: text))?.output
  }
}

/// The pattern that stands at this place of the sources, made when the place is first reached: for
/// patterns in the middle of functions that rules, maps or messages may reach many times. Nobody
/// waits for the lock: a process that is forked while another thread has it never gets it, and
/// makes its patterns anew.
package func kept<Output>(
  _ regex: @autoclosure () -> Regex<Output>, file: String = #fileID, line: Int = #line,
  column: Int = #column
) -> Regex<Output> {
  let place = PatternPlace(file: file, line: line, column: column)
  let known = keptPatterns.withLockIfAvailable { $0[place]?.pattern }
  if let known = known as? Regex<Output> { return known }
  let made = regex()
  _ = keptPatterns.withLockIfAvailable { $0[place] = AnyPattern(pattern: made) }
  return made
}

private struct PatternPlace: Hashable {
  var file: String
  var line: Int
  var column: Int
}

/// Sound to share for the same reason as a `KeptPattern`.
private struct AnyPattern: @unchecked Sendable {
  var pattern: Any
}

private let keptPatterns = Mutex<[PatternPlace: AnyPattern]>([:])
