import QuoteBookings
import QuoteEngine
import QuoteSyntax

/// Members of the objects in which quotes have their values, such as `outputs`: those that the map
/// does not list are names of the other side, as a column `outputs.total` is. It belongs to one
/// thread.
final class RoomMembers {
  private struct Room {
    var name: String
    var keys: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    /// Objects have their members in one order nearly always.
    var next = 0
  }

  /// Somebody who has ever new names is told of no more of them.
  private static let mostNames = 10_000

  /// By the place of an object; nil for one that is no room.
  private var byPlace: [Int: Room?] = [:]
  private let listed: [[FieldPath.Step]]
  private let ignored: Set<String>

  init(_ fields: [ListedField], ignored: Set<String>) {
    listed = fields.flatMap(\.places).map(\.steps)
    self.ignored = ignored
  }

  /// Calls with the names of members that were not met before; `name` is that of the object.
  func note(_ object: JSONNode, at place: Int, called name: String, _ body: (String) -> Void) {
    if byPlace[place] == nil {
      byPlace[place] = .some(QuoteAddress.Room(rawValue: name).map { Room(name: $0.rawValue) })
    }
    guard var room = byPlace[place] ?? nil else { return }
    byPlace[place] = .some(nil)
    room.next = 0
    object.eachMember { key, _ in
      let (text, next) = (key.text, room.next)
      if next < room.keys.count, unsafe text.bytes.elementsEqual(room.keys[next]) {
        room.next += 1
      } else if room.keys.count < Self.mostNames,
        case let name = unsafe Array(text.bytes), room.known.insert(name).inserted
      {
        room.keys.append(name)
        room.next = room.keys.count
        let steps: [FieldPath.Step] = [.member(room.name), .member(text.string)]
        if !isRead(steps) { body(steps.written) }
      }
    }
    byPlace[place] = room
  }

  private func isRead(_ steps: [FieldPath.Step]) -> Bool {
    if case .member(let name)? = steps.last, ignored.contains(name) { return true }
    return ignored.contains(steps.written) || listed.contains { $0.starts(with: steps) }
  }
}
