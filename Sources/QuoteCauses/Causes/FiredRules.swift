package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which rules made the prices of one thread's bookings: what each line has of them is learned
/// from walks, and known without one of bookings, and of elements of their lists, that go the same
/// way.
package final class FiredRules {
  /// What a line came to, by its number and the way that bookings or elements go in it.
  private let lines: [WayMemo<[Int32]>]
  /// The list of which each line has an amount for every element.
  private let lists: [ListID]
  private let reader: CauseReader
  private let way = RecordedWay()
  /// Names of rules, each once, and by name where it is.
  package private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]
  /// The rules of the booking at hand, and by rule the last booking that had it.
  @safe @exclusivity(unchecked) private var found: [Int32] = []
  @safe @exclusivity(unchecked) private var metIn: [Int] = []
  @safe @exclusivity(unchecked) private var booking = 0
  /// Whether some line has to be walked in each booking: its ways are not known.
  @safe @exclusivity(unchecked) private var hasLostWays = false

  package init(_ reader: CauseReader) {
    self.reader = reader
    lines = reader.lines.all.map { _ in WayMemo() }
    lists = reader.lines.all.map(\.grain.list)
  }

  /// Lines whose amount is not zero, in the order of the waterfall, each with the rows of
  /// tables that were found for it: `work`, `factors [4..7]`.
  package func names(_ evaluator: Evaluator, row: Int) -> [String] {
    rules(evaluator, row: row).map { names[Int($0)] }
  }

  /// The same, by their numbers; until the next booking is asked for.
  package func rules(_ evaluator: Evaluator, row: Int) -> [Int32] {
    begin()
    if hasLostWays || !addKnown(evaluator, row) {
      begin()
      addWalked(evaluator, row, evaluator.recording(row: row))
    }
    return found
  }

  private func begin() {
    booking += 1
    found.removeAll(keepingCapacity: true)
  }

  /// Adds the rules of a booking that goes known ways alone; false for any other.
  private func addKnown(_ evaluator: Evaluator, _ row: Int) -> Bool {
    for (line, memo) in lines.enumerated() {
      guard let elements = evaluator.elements(of: lists[line], row: row) else { return false }
      for element in elements {
        guard let known = memo.find({ evaluator.answer($0, row: row, element: element) }) else {
          return false
        }
        for rule in memo.outcomes[known] { add(rule) }
      }
    }
    return true
  }

  /// Adds the rules of any booking, and learns the ways that are not known yet.
  private func addWalked(_ evaluator: Evaluator, _ row: Int, _ recording: Recording) {
    for (line, memo) in lines.enumerated() {
      let elements = memo.isLost ? nil : evaluator.elements(of: lists[line], row: row)
      guard let elements else {
        for name in reader.fired(reader.lines.all[line], recording) { add(number(of: name)) }
        continue
      }
      for element in elements {
        let known = memo.find { evaluator.answer($0, row: row, element: element) }
        if let known {
          for rule in memo.outcomes[known] { add(rule) }
        } else {
          let place = Recording.Place(list: lists[line], index: element)
          for rule in learn(reader.lines.all[line], recording, at: place) { add(rule) }
        }
      }
    }
  }

  private func add(_ rule: Int32) {
    guard metIn[Int(rule)] != booking else { return }
    metIn[Int(rule)] = booking
    found.append(rule)
  }

  private func learn(
    _ line: ModelLine, _ recording: Recording, at place: Recording.Place
  ) -> [Int32] {
    way.begin(at: place)
    var watched = recording
    watched.way = way
    let rules = reader.fired(line, watched, at: [place]).map { number(of: $0) }
    lines[line.id].learn(way, rules)
    if lines[line.id].isLost { hasLostWays = true }
    return rules
  }

  package func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    metIn.append(0)
    return number
  }
}
