/// Rules with everything left out that is not needed for something to be so:
/// a line of the file, with what stands below it, after the other.
package struct ReducedRules {
  package private(set) var text: String

  package init(_ text: String, while holds: (String) -> Bool) {
    var lines = text.split(separator: "\n").map(String.init)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in lines.indices.reversed() where index < lines.count {
        var fewer = lines
        fewer.removeSubrange(index..<Self.end(of: index, in: lines))
        guard holds(Self.joined(fewer)) else { continue }
        lines = fewer
        isSmaller = true
      }
    }
    self.text = Self.joined(lines)
  }

  private static func joined(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  /// Where the part of the file ends that a line begins.
  private static func end(of index: Int, in lines: [String]) -> Int {
    func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let own = indent(lines[index])
    return lines[(index + 1)...].firstIndex { indent($0) <= own } ?? lines.count
  }
}
