/// Numbers written as the example shows: for samples.
extension NumberSpelling {
  /// A plain decimal in this spelling, with or without marks between groups. Decimals are cut
  /// where the spelling has none.
  package func written(_ plain: String, isGrouped: Bool) -> String {
    let value = isPercent ? (Ratio(decimal: plain) ?? .zero) * 100 : nil
    let text = value.map(\.description) ?? plain
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
    var digits = String(parts.first ?? "0")
    if isGrouped, let group { digits = inGroups(digits, group) }
    if parts.count > 1, let point { digits += Self.text(point) + parts[1] }
    return (isNegative ? "-" : "") + digits + (isPercent ? "%" : "")
  }

  private func inGroups(_ digits: String, _ group: Separator) -> String {
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > (groups.isEmpty ? 3 : innerGroup) {
      let size = groups.isEmpty ? 3 : innerGroup
      groups.insert(rest.suffix(size), at: 0)
      rest = rest.dropLast(size)
    }
    return ([rest] + groups).joined(separator: Self.text(group))
  }

  private static func text(_ separator: Separator) -> String {
    switch separator {
    case .space: " "
    case .apostrophe: "'"
    case .other(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
