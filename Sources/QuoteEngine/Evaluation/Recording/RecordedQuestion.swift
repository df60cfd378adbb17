import QuoteBookings
package import QuoteLanguage
package import QuoteSyntax

/// What somebody who looks for the way to a price asks of one value of a booking: little enough
/// that many bookings answer alike.
package struct RecordedQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Whether a flag is given and holds.
    case isTrue
    case isMissing
    /// Whether a number is zero, or not given.
    case isZero
    /// Which rows of a table were found: one by its number, of a set the bits of all.
    case rows
  }

  package var kind: Kind
  package var value: PlanValue
  /// Whether the cells, and what says that they are given, are of the element at which the way
  /// began, and not of its booking.
  var isOfElement = false
  var isGivenOfElement = false
}

/// Records what is asked of a booking, or of one element of it, and what that answers, so that the
/// same questions can be answered for another one without a walk.
package final class RecordedWay {
  package private(set) var steps: [(question: RecordedQuestion, answer: Int)] = []
  /// Whether something was asked that no question asks again: a value as such, another element.
  package private(set) var isLost = false
  private var home = Recording.Place(list: .booking, index: 0)

  package init() {}

  /// Begins at a booking or at an element.
  package func begin(at place: Recording.Place) {
    steps.removeAll(keepingCapacity: true)
    isLost = false
    home = place
  }

  /// Whether a place is where it began.
  func isHome(_ place: Recording.Place) -> Bool { place == home }

  func note(_ question: RecordedQuestion, _ answer: Int) { steps.append((question, answer)) }

  func lose() { isLost = true }
}

extension Recording {
  /// Whether a flag holds, which is recorded as a question of its own.
  package func holds(_ expression: PriceExpression, at place: Place) -> Bool {
    guard let planned = planned(expression, at: place) else {
      return value(of: expression, at: place).isTrue
    }
    return holds(planned, at: place)
  }

  func holds(_ value: PlanValue, at place: Place) -> Bool {
    let isHeld = isGiven(value, at: place) && read(value.cells, at: place).isTrue
    note(.isTrue, value, at: place, isHeld ? 1 : 0)
    return isHeld
  }

  /// Whether a value is not given.
  package func isMissing(_ expression: PriceExpression, at place: Place) -> Bool {
    guard let planned = planned(expression, at: place) else {
      return value(of: expression, at: place) == .notGiven
    }
    let isMissing = !isGiven(planned, at: place)
    note(.isMissing, planned, at: place, isMissing ? 1 : 0)
    return isMissing
  }

  /// Whether a number is zero, or not given.
  package func isZero(_ value: PlanValue, at place: Place) -> Bool {
    let isZero = !isGiven(value, at: place) || read(value.cells, at: place).isZero
    note(.isZero, value, at: place, isZero ? 1 : 0)
    return isZero
  }

  /// The positions that a look-up's register holds.
  func found(_ register: Register, at place: Place) -> [Int] {
    let value = PlanValue(register)
    switch read(register, at: place) {
    case .choice(let row):
      note(.rows, value, at: place, row)
      return row > 0 ? [row - 1] : []
    case .texts(let rows):
      let found = rows.compactMap { Int($0) }
      if case .rowSet(words: 1) = plan[register].storage {
        note(.rows, value, at: place, found.reduce(0) { $0 | 1 << $1 })
      } else {
        way?.lose()
      }
      return found
    case .integer, .notGiven, .flag, .text, .exact, .double, .point:
      way?.lose()
      return []
    }
  }

  private func isGiven(_ value: PlanValue, at place: Place) -> Bool {
    value.given.map { read($0, at: place).isTrue } ?? true
  }

  private func read(_ register: Register, at place: Place) -> RecordedValue {
    cell(register, index(of: register, at: place))
  }

  private func note(
    _ kind: RecordedQuestion.Kind, _ value: PlanValue, at place: Place, _ answer: Int
  ) {
    guard let way else { return }
    var question = RecordedQuestion(kind: kind, value: value)
    guard let isOfElement = isOfElement(value.cells, way, at: place),
      let isGivenOfElement = value.given.map({ self.isOfElement($0, way, at: place) }) ?? false
    else { return way.lose() }
    (question.isOfElement, question.isGivenOfElement) = (isOfElement, isGivenOfElement)
    way.note(question, answer)
  }

  /// Whether a register has a cell for each element of the list where a way began; nil where it is
  /// of something else than that element and its booking.
  private func isOfElement(_ register: Register, _ way: RecordedWay, at place: Place) -> Bool? {
    let isHome = way.isHome(place)
    guard isHome || place == booking else { return nil }
    switch plan[register].grain {
    case .constant, .list(.booking): return false
    case .list(let list): return isHome && list == place.list ? true : nil
    case .sent, .turn: return nil
    }
  }
}

extension Evaluator {
  /// The elements of a list below a row of the last block; nil where they do not stand in one
  /// piece.
  package func elements(of list: ListID, row: Int) -> Range<Int>? {
    guard list != .booking else { return row..<row + 1 }
    guard let parent = plan.model.lists[list].parent,
      let above = elements(of: parent, row: row)
    else { return nil }
    let offsets = quotes.offsets[list]
    return Int(offsets[above.lowerBound])..<Int(offsets[above.upperBound])
  }

  /// What a row of the last block answers, or one of its elements.
  package func answer(_ question: RecordedQuestion, row: Int, element: Int) -> Int {
    let index = question.isOfElement ? element : row
    let isGiven = question.value.given.map {
      isSet($0, question.isGivenOfElement ? element : row)
    } ?? true
    switch question.kind {
    case .isTrue: return isGiven && isSet(question.value.cells, index) ? 1 : 0
    case .isMissing: return isGiven ? 0 : 1
    case .isZero: return !isGiven || isZero(question.value.cells, index) ? 1 : 0
    case .rows: return rows(question.value.cells, index)
    }
  }

  /// A constant has one cell.
  private func at(_ register: Register, _ row: Int) -> Int {
    registers.isConstant(register) ? 0 : row
  }

  private func isSet(_ register: Register, _ row: Int) -> Bool {
    guard case .flag = registers.storage(register) else { return false }
    return unsafe registers.cells(register, as: UInt8.self)[at(register, row)] != 0
  }

  private func isZero(_ register: Register, _ row: Int) -> Bool {
    let index = at(register, row)
    switch registers.storage(register) {
    case .integer: return unsafe registers.cells(register, as: Int64.self)[index] == 0
    case .wide: return unsafe registers.cells(register, as: Int128.self)[index] == 0
    case .double: return unsafe registers.cells(register, as: Double.self)[index] == 0
    case .flag, .choice, .text, .texts, .point, .rowSet: return false
    }
  }

  private func rows(_ register: Register, _ row: Int) -> Int {
    let index = at(register, row)
    switch registers.storage(register) {
    case .choice: return unsafe Int(registers.cells(register, as: Int32.self)[index])
    case .rowSet:
      return unsafe Int(truncatingIfNeeded: registers.cells(register, as: UInt64.self)[index])
    case .integer, .wide, .double, .flag, .text, .texts, .point: return 0
    }
  }
}
