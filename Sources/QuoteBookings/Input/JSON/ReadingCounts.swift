/// How many records were found many at a time, and why the others were looked at one by one.
package struct ReadingCounts: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// What the rules say of an input: it holds of all records.
    case rules(ShapeObstacle)
    /// Members that come twice are allowed.
    case repeats
    /// What stands in a record, and at which member.
    case record(RecordObstacle, member: String)
    /// An element of it, or a value that is converted or at several places, is at fault.
    case fault
  }

  package var together = 0
  package var oneByOne: [Cause: Int] = [:]

  package init() {}
}

/// Why a record has to be looked at.
package enum RecordObstacle: String, Hashable, Sendable {
  /// A value of a kind that its input does not take as it stands.
  case kind
  /// An escape in a name, one that is half of a character, or a name with a letter in two parts.
  case escape
  /// A name that comes twice, or two names of one input.
  case repeated
  /// A name that looks like one that is read and not given.
  case near
  /// More elements than there may be, or more names than are remembered.
  case many
  /// It may be no JSON.
  case malformed
}

/// Where a scanner says why it refused a record, for those who ask.
final class RefusalNote {
  private(set) var obstacle = RecordObstacle.malformed
  private(set) var member = ""

  func begin() { (obstacle, member) = (.malformed, "") }

  func note(_ obstacle: RecordObstacle, member: String) {
    (self.obstacle, self.member) = (obstacle, member)
  }
}
