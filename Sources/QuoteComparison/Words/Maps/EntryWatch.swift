import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Entries of lists that a map does not tell apart, those that it does not read, and members
/// that an object has twice.
package struct EntryTally: Sendable {
  /// What the map reads, and in how many records several entries are called so.
  package var repeated: [String: Int] = [:]
  /// Members of replies, and how many records have them more than once.
  package var twice: [String: Int] = [:]
  /// By the list: in how many records it has entries that are not read, and names of some.
  package var unread: [String: Unread] = [:]

  package struct Unread: Sendable {
    package var records = 0
    package var names: [String] = []
  }

  /// This many names are told.
  package static let shown = 4

  package mutating func add(_ other: EntryTally) {
    repeated.merge(other.repeated, uniquingKeysWith: +)
    twice.merge(other.twice, uniquingKeysWith: +)
    for (list, more) in other.unread {
      unread[list, default: Unread()].records += more.records
      for name in more.names { add(name, to: list) }
    }
  }

  package mutating func add(_ name: String, to list: String) {
    let names = unread[list]?.names ?? []
    guard names.count <= Self.shown, !names.contains(name) else { return }
    unread[list, default: Unread()].names.append(name)
  }
}

/// Counts such entries and members, each once a record. It belongs to one thread.
final class EntryWatch {
  /// Names of ours that are money.
  let amounts: Set<String>
  private var tally = EntryTally()
  private var record = 0
  /// The last record in which each was counted.
  private var last: [String: Int] = [:]

  init(amounts: Set<String> = []) { self.amounts = amounts }

  func beginRecord() { record += 1 }

  /// The map reads an entry by its first steps, and several entries are called so.
  func noteRepeated(_ path: String) {
    if isNew("=" + path) { tally.repeated[path, default: 0] += 1 }
  }

  /// Not of columns without a name, of which there may be any number.
  func noteTwice(_ path: String) {
    if !path.isEmpty, isNew("\"" + path) { tally.twice[path, default: 0] += 1 }
  }

  func noteUnread(_ name: String, of list: String) {
    if isNew(list) { tally.unread[list, default: EntryTally.Unread()].records += 1 }
    tally.add(name, to: list)
  }

  private func isNew(_ what: String) -> Bool {
    defer { last[what] = record }
    return last[what] != record
  }

  func take() -> EntryTally {
    defer { tally = EntryTally() }
    return tally
  }
}

/// A list of which a map reads entries by what they are called.
struct EntryList {
  /// The name that reports give it.
  private let path: String
  private let steps: [FieldPath.Step]
  private var entries: [(member: String, text: String)] = []
  private var positions: Set<Int> = []
  /// Entries that the map passes over.
  private let ignored: Set<String>

  /// Those in an object, but for lists that the map reads as a whole.
  static func all(
    _ fields: [ListedField], below path: String, _ ignored: Set<String>
  ) -> [EntryList] {
    let all = fields.flatMap { $0.places.map(\.steps) }
    var lists: [EntryList] = []
    for steps in all {
      guard let at = steps.firstIndex(where: { if case .entry = $0 { true } else { false } }),
        case .entry(let member, let text) = steps[at]
      else { continue }
      let way = Array(steps[..<at])
      if all.contains(way) { continue }
      if let known = lists.firstIndex(where: { $0.steps == way }) {
        lists[known].entries.append((member, text))
      } else {
        lists.append(
          EntryList(
            path: path + way.written, steps: way, entries: [(member, text)], ignored: ignored))
      }
    }
    for index in lists.indices {
      let way = lists[index].steps
      for steps in all where steps.count > way.count && steps.starts(with: way) {
        if case .member(let name) = steps[way.count], let position = Int(name) {
          lists[index].positions.insert(position)
        }
      }
    }
    return lists
  }

  private init(
    path: String, steps: [FieldPath.Step], entries: [(member: String, text: String)],
    ignored: Set<String>
  ) {
    self.path = path
    self.steps = steps
    self.entries = entries
    self.ignored = ignored
  }

  func look(at object: JSONNode, _ watch: EntryWatch) {
    var repeated: Int?
    guard let list = object.end(of: steps[...], &repeated), list.isArray else { return }
    list.eachElement { position, element in
      if positions.contains(position) || element.isNull { return }
      if entries.contains(where: { element.isCalled($0.text, by: $0.member) }) { return }
      let names = entries.lazy.compactMap { entry in
        element.isObject ? element.member(entry.member)?.plainText?.string : nil
      }
      let name = names.first ?? "\(position)"
      if !ignored.contains(name) { watch.noteUnread(name, of: path) }
    }
  }
}

extension [FieldPath.Step] {
  /// The name as a map writes it.
  var written: String {
    reduce("") { text, step in
      switch step {
      case .member(let name): text.isEmpty ? Self.name(name) : "\(text).\(Self.name(name))"
      case .entry(let member, let equals): "\(text)[\(member)=\(equals)]"
      }
    }
  }

  private static func name(_ text: String) -> String {
    text.contains { ".[\"".contains($0) } ? "\"\(text)\"" : text
  }
}
