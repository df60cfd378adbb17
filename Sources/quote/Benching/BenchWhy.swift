import QuoteBookings
import QuoteEngine
import QuoteSyntax

/// How many records were read many at a time, and why others were not: what `--why` tells.
extension ReadingCounts {
  /// Most first.
  private var causes: [(count: Int, text: String)] {
    oneByOne.map { ($0.value, $0.key.text) }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
  }

  /// What people read, after the table.
  var report: String {
    let all = together + oneByOne.values.reduce(0, +)
    guard all > 0 else { return "\nwhy       rows of CSV are all read a column at a time\n" }
    let head = "\nwhy       \(together.withThousands) of \(all.withThousands) records "
      + "were read many at a time\n"
    let width = causes.map { $0.count.withThousands.count }.max() ?? 0
    return head
      + causes.map { count, text in
        let number = count.withThousands
        let space = String(repeating: " ", count: width - number.count)
        return "  \(space)\(number)  one by one: \(text)\n"
      }.joined()
  }

  /// A member of the saved run.
  var json: String {
    let others = causes.map { "{\"records\": \($0.count), \"cause\": \($0.text.quotedAsJSON)}" }
    return "\"together\": \(together), \"one_by_one\": [\(others.joined(separator: ", "))]"
  }
}

extension ReadingCounts.Cause {
  /// What is said of a record.
  fileprivate var text: String {
    switch self {
    case .rules(let obstacle): obstacle.text
    case .repeats: "members that come twice are allowed"
    case .fault: "a value is at fault"
    case .record(let obstacle, let member):
      obstacle.text(member.isEmpty ? "a value" : "`\(member)`")
    }
  }
}

extension RecordObstacle {
  fileprivate func text(_ subject: String) -> String {
    switch self {
    case .kind: "\(subject) is of a kind that its input does not take as it stands"
    case .escape: "\(subject) has an escape in its name, or one that is half of a character"
    case .repeated: "\(subject) comes twice, or beside another name of the same input"
    case .near: "a name looks like one that is read and not given"
    case .many: "\(subject) is more than there may be, or than is looked for"
    case .malformed: "the record may be no JSON object"
    }
  }
}

extension ShapeObstacle {
  fileprivate var text: String {
    switch cause {
    case .path: "the path of `\(input)` has more than plain names of up to 40 bytes in it"
    case .point: "`\(input)` is a point at several places, or one that may be missing otherwise"
    case .gathered: "`\(input)` is gathered from several lists"
    case .cut: "`\(input)` has decimals and is read as an integer"
    case .whole: "`\(input)` may be an object, an array or a plain value"
    case .notation: "the numbers of `\(input)` are written otherwise than in JSON"
    case .crowded: "the rules read more than 64 names of one object"
    }
  }
}
