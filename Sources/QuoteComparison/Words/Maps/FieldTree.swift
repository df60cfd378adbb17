package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Every place in the compared objects that was met, and how comparisons there
/// ended. Places are numbers; element numbers make no place of their own.
package final class FieldTree {
  private struct Place {
    var key: [UInt8]
    var children: [Int] = []
    /// Where in `children` each key is.
    var positions: [[UInt8]: Int] = [:]
    /// Objects have their members in one order nearly always: the next is
    /// looked for behind the last.
    var cursor = 0
    /// The place of elements.
    var elements = -1
    var name: String
    var tolerance: Tolerance
    /// The map passes it over.
    var isIgnored = false
  }

  package static let root = 0
  private var places: [Place]
  private(set) var tallies: [FieldTally]
  /// The places that were counted at since tallies were last taken.
  private var counted: [Int] = []
  /// The last comparison in which a value at each place was the same.
  private var equalIn: [Int]
  private var comparison = 0
  private let tolerances: Tolerances
  private let minorUnit: Ratio
  /// Names, and paths as reports write them.
  private let ignored: Set<String>

  init(tolerances: Tolerances, minorUnit: Ratio, ignored: Set<String> = []) {
    self.ignored = ignored
    self.tolerances = tolerances
    self.minorUnit = minorUnit
    places = [Place(key: [], name: "", tolerance: Tolerance())]
    tallies = [FieldTally("", of: "")]
    equalIn = [-1]
  }

  package func path(_ place: Int) -> String { tallies[place].field }

  /// The output or line that values there are held against, or the member of one.
  package func name(_ place: Int) -> String { places[place].name }

  /// Whether the map says to ignore what is there, by its path.
  package func isIgnored(_ place: Int) -> Bool { places[place].isIgnored }

  package func tolerance(_ place: Int) -> Tolerance { places[place].tolerance }

  /// The place of a member; `name` is what top members are held against.
  func member(_ key: TextSlice, of place: Int, name: @autoclosure () -> String? = nil) -> Int {
    let count = places[place].children.count
    if let at = position(of: key, in: place) {
      places[place].cursor = at + 1 < count ? at + 1 : 0
      return places[place].children[at]
    }
    let text = key.string
    let (field, name) = place == Self.root
      ? (text, name() ?? text) : ("\(path(place)).\(text)", "\(self.name(place)).\(text)")
    let bytes = unsafe Array(key.bytes)
    places[place].positions[bytes] = count
    let new = add(key: bytes, path: field, name: name)
    places[place].children.append(new)
    places[place].cursor = 0
    return new
  }

  private func position(of key: TextSlice, in place: Int) -> Int? {
    let next = places[place].cursor
    if next < places[place].children.count, isSame(places[places[place].children[next]].key, key) {
      return next
    }
    return places[place].positions[unsafe Array(key.bytes)]
  }

  /// The place of elements.
  func elements(of place: Int) -> Int {
    if places[place].elements < 0 {
      places[place].elements = add(key: [], path: path(place) + "[]", name: name(place))
    }
    return places[place].elements
  }

  /// The place of a member, and of elements, if something was met there: reports have them in the
  /// order in which they were met.
  package func known(_ key: TextSlice, of place: Int) -> Int? {
    places[place].positions[unsafe Array(key.bytes)].map { places[place].children[$0] }
  }

  package func knownElements(of place: Int) -> Int? {
    places[place].elements < 0 ? nil : places[place].elements
  }

  /// A place of its own, for values that a map lists by their path.
  func add(path: String, name: String) -> Int { add(key: [], path: path, name: name) }

  private func add(key: [UInt8], path: String, name: String) -> Int {
    places.append(
      Place(
        key: key, name: name, tolerance: tolerance(path, name),
        isIgnored: ignored.contains(path)))
    tallies.append(FieldTally(path, of: name))
    equalIn.append(-1)
    return places.count - 1
  }

  private func tolerance(_ field: String, _ name: String) -> Tolerance {
    tolerances.tolerance(field: field, name: name).resolved(minorUnit: minorUnit)
  }

  private func isSame(_ known: [UInt8], _ key: TextSlice) -> Bool {
    guard known.count == key.count else { return false }
    return unsafe key.bytes.elementsEqual(known)
  }

  // MARK: - Counting

  /// Another pair of objects is compared from here on.
  func begin() { comparison += 1 }

  private func note(_ place: Int) {
    if tallies[place].count == 0 { counted.append(place) }
  }

  package func countEqual(_ place: Int, times: Int = 1) {
    if times > 0 { note(place) }
    tallies[place].equal += times
    equalIn[place] = comparison
  }

  /// Counts nothing: a value is the same as well as binary fractions can tell.
  func countAgreed(_ place: Int) { equalIn[place] = comparison }

  /// The places at which some value was the same in this comparison.
  var equalPlaces: [Int] { equalIn.indices.filter { equalIn[$0] == comparison } }

  func countTolerated(_ place: Int, _ difference: Ratio, of ours: Ratio?) {
    note(place)
    tallies[place].tolerated += 1
    tallies[place].hide(difference, of: ours)
  }

  /// Takes in a number that a tolerance is about.
  func meet(_ place: Int, _ number: Ratio?) {
    guard let size = number?.magnitude, size.isFinite else { return }
    tallies[place].greatest = max(tallies[place].greatest, size)
  }

  func count(_ kind: FieldDifference.Kind, _ place: Int, _ difference: Ratio?) {
    note(place)
    switch kind {
    case .different: tallies[place].different += 1
    case .onlyOurs: tallies[place].onlyOurs += 1
    case .onlyTheirs: tallies[place].onlyTheirs += 1
    case .notComparable: tallies[place].notComparable += 1
    }
    if let difference { tallies[place].add(difference) }
  }

  /// Counts so many values that differ, by sums of what is above and what is below zero.
  package func countDifferent(_ place: Int, times: Int, above: Ratio, below: Ratio) {
    if times > 0 { note(place) }
    tallies[place].different += times
    tallies[place].above = tallies[place].above + above
    tallies[place].below = tallies[place].below + below
  }

  /// For so many values that differ, between two times that tallies are taken, it is asked in which
  /// terms they say our numbers.
  package var mostTerms = 64

  /// Counts in which terms a value that differs says our number.
  func countTerms(_ place: Int, _ terms: () -> [ColumnTerm.Match]) {
    guard tallies[place].termsTried < mostTerms else { return }
    tallies[place].termsTried += 1
    for match in terms() {
      tallies[place].nearTerms[match.term, default: 0] += 1
      if match.isExact { tallies[place].terms[match.term, default: 0] += 1 }
    }
  }

  /// What was counted since it was last taken, places that were looked at only.
  package func takeTallies() -> [FieldTally] {
    defer { counted.removeAll(keepingCapacity: true) }
    return counted.sorted().map { place in
      let taken = tallies[place]
      tallies[place] = FieldTally(taken.field, of: taken.name)
      return taken
    }
  }
}
