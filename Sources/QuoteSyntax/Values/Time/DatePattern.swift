/// A pattern of dates, as `date(text, pattern)` reads by it and `text(x, pattern)`
/// prints by it: letters as Unicode defines them (Technical Standard 35, part 4),
/// everything else, and what stands in apostrophes, is itself.
package struct DatePattern: Sendable {
  package enum Part: Hashable, Sendable {
    /// A run of one letter.
    case field(Field, width: Int)
    /// The letters by their scalars.
    case literal([UInt32])
  }

  package enum Field: UInt32, Hashable, Sendable, CaseIterable {
    case year = 0x79, month = 0x4D, day = 0x64, hour = 0x48, minute = 0x6D, second = 0x73

    /// As it is repeated in a pattern.
    package var runs: [String] {
      switch self {
      case .year: ["yyyy", "yy"]
      case .month: ["MM", "M"]
      case .day: ["dd", "d"]
      case .hour: ["HH", "H"]
      case .minute: ["mm", "m"]
      case .second: ["ss", "s"]
      }
    }
  }

  package let parts: [Part]
  /// The first run of a letter that stands for nothing; as a part it is itself.
  package let unknown: String?
  /// Year, month and day parted by hyphens, in any width: a strict ISO date fits it.
  package let isNumericDate: Bool

  package init(_ pattern: String) {
    var parts: [Part] = []
    var literal: [UInt32] = []
    var unknown: String?
    var rest = pattern.unicodeScalars.map(\.value)[...]
    func isLetter(_ scalar: UInt32) -> Bool { (0x61...0x7A).contains(scalar | 0x20) }
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while let scalar = rest.first {
      if let field = Field(rawValue: scalar) {
        flush()
        let run = rest.prefix { $0 == scalar }
        parts.append(.field(field, width: run.count))
        rest = rest.dropFirst(run.count)
      } else if scalar == 0x27 {
        rest = DatePattern.quoted(rest.dropFirst(), into: &literal)
      } else {
        let run = rest.prefix { $0 == scalar }
        if unknown == nil, isLetter(scalar) { unknown = String(decoding: run, as: UTF32.self) }
        literal += run
        rest = rest.dropFirst(run.count)
      }
    }
    flush()
    self.parts = parts
    self.unknown = unknown
    let fields: [Part?] = parts.map { part in
      guard case .field(let field, let width) = part else { return part }
      let fits = field == .year ? width == 4 : width <= 2
      return fits ? .field(field, width: 0) : nil
    }
    isNumericDate = fields == [
      .field(.year, width: 0), .literal([0x2D]), .field(.month, width: 0), .literal([0x2D]),
      .field(.day, width: 0),
    ]
  }

  /// What follows an apostrophe up to the next single one; a double one is one.
  private static func quoted(
    _ text: ArraySlice<UInt32>, into literal: inout [UInt32]
  ) -> ArraySlice<UInt32> {
    var rest = text
    if rest.first == 0x27 {
      literal.append(0x27)
      return rest.dropFirst()
    }
    while let scalar = rest.popFirst() {
      if scalar == 0x27 {
        guard rest.first == 0x27 else { break }
        rest.removeFirst()
      }
      literal.append(scalar)
    }
    return rest
  }
}

extension DatePattern.Field {
  /// What it can be.
  package var range: ClosedRange<Int> {
    switch self {
    case .year: 0...9999
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }
}
