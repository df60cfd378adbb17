extension String {
  /// Parts of at most so many cells, parted at spaces where that can be; those after the first
  /// are indented below it.
  package func folded(to width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    let own = prefix { $0 == " " }.count
    let indent = String(repeating: " ", count: Swift.min(own + 4, width / 2))
    var parts: [String] = []
    var part = String(repeating: " ", count: Swift.min(own, width / 2))
    var isBlank = true
    func close() {
      parts.append(part.withoutTrailingSpaces)
      (part, isBlank) = (indent, true)
    }
    for word in dropFirst(own).split(separator: " ", omittingEmptySubsequences: false) {
      let gap = isBlank ? "" : " "
      if !isBlank, (part + gap + word).displayWidth > width { close() }
      part += (isBlank ? "" : gap) + word
      isBlank = false
      while part.displayWidth > width {
        var head = part
        var tail = ""
        while head.displayWidth > width { tail = String(head.removeLast()) + tail }
        part = head
        close()
        part += tail
        isBlank = false
      }
    }
    close()
    return parts
  }
}
