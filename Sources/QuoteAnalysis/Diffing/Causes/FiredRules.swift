import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which rules made the prices of one thread's bookings: what each line has of them is learned
/// from walks, and known without one of bookings that go the same way.
final class FiredRules {
  /// What a line came to, by its number and the way that bookings go in it.
  private var lines: [WayMemo<[Int32]>]
  private let reader: CauseReader
  private let way = RecordedWay()
  /// Names of rules, each once, and by name where it is.
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]
  /// The rules of the booking at hand, and by rule the last booking that had it.
  private var found: [Int32] = []
  private var metIn: [Int] = []
  private var booking = 0

  init(_ reader: CauseReader) {
    self.reader = reader
    lines = reader.lines.all.map { _ in WayMemo() }
  }

  /// Lines whose amount is not zero, in the order of the waterfall, each with the rows of
  /// tables that were found for it: `work`, `factors [4..7]`.
  func names(_ evaluator: Evaluator, row: Int) -> [String] {
    rules(evaluator, row: row).map { names[Int($0)] }
  }

  /// The same, by their numbers; until the next booking is asked for.
  func rules(_ evaluator: Evaluator, row: Int) -> [Int32] {
    booking += 1
    found.removeAll(keepingCapacity: true)
    var recording: Recording?
    for line in lines.indices {
      let known = lines[line].isLost ? nil : lines[line].find { evaluator.answer($0, row: row) }
      if let known {
        for rule in lines[line].outcomes[known] { add(rule) }
      } else {
        let walked = recording ?? evaluator.recording(row: row)
        recording = walked
        for rule in learn(reader.lines.all[line], walked) { add(rule) }
      }
    }
    return found
  }

  private func add(_ rule: Int32) {
    guard metIn[Int(rule)] != booking else { return }
    metIn[Int(rule)] = booking
    found.append(rule)
  }

  private func learn(_ line: ModelLine, _ recording: Recording) -> [Int32] {
    guard !lines[line.id].isLost else {
      return reader.fired(line, recording).map { number(of: $0) }
    }
    way.begin()
    var watched = recording
    watched.way = way
    let rules = reader.fired(line, watched).map { number(of: $0) }
    lines[line.id].learn(way, rules)
    return rules
  }

  func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    metIn.append(0)
    return number
  }
}
