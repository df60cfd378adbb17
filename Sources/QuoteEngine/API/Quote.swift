/// What the rules make of one booking: a price with its lines, a decline with its reason, or the
/// fault for which there is no price.
public struct Quote: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable {
    /// There is a price.
    case quoted
    /// The rules decline the booking.
    case declined
    /// The booking cannot be read or priced.
    case fault
  }

  /// A number as it is printed: `280.80`. It is exact under `arithmetic: exact`; under `python`
  /// and `javascript` it is the shortest text that reads back as the same double.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Makes a number from its printed digits.
    public init(digits: String) { description = digits }

    /// The nearest double.
    public var double: Double { Double(description) ?? .nan }

    /// The number in units of a power of ten, such as cents for two decimals; nil if it is no
    /// whole number of them or leaves the range of `Int`.
    ///
    ///     quote.total?.scaled(decimals: 2)  // 28080 for 280.80
    public func scaled(decimals: Int) -> Int? {
      let parts = description.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, decimals >= 0 else { return nil }
      let fraction = parts.count == 2 ? parts[1] : ""
      let (kept, rest) = (fraction.prefix(decimals), fraction.dropFirst(decimals))
      guard rest.allSatisfy({ $0 == "0" }) else { return nil }
      return Int(parts[0] + kept + String(repeating: "0", count: decimals - kept.count))
    }
  }

  /// The value of an output.
  public indirect enum Value: Hashable, Sendable {
    case notGiven
    case flag(Bool)
    case number(Number)
    /// A text, a word of a choice, or a date, a time, a moment or a weekday as they are printed.
    case text(String)
    case texts([String])
    /// Degrees.
    case point(latitude: Double, longitude: Double)
    /// One record for each element of a list.
    case records([Outputs])
  }

  /// Values by their names, in the order of the rules.
  public struct Outputs: Hashable, Sendable {
    public let names: [String]
    public let values: [Value]

    /// Nil if the rules have no such output.
    public subscript(name: String) -> Value? { names.firstIndex(of: name).map { values[$0] } }
  }

  /// The amount of a line for the booking, or for one element of its list.
  public struct Instance: Hashable, Sendable {
    /// The element's place in the booking's list, from 1; nil if the line is of the booking.
    public let element: Int?
    public let label: String?
    public let amount: Number
    /// The running amount after the line, if that is one value.
    public let running: Number?
    public let reasons: [String]
  }

  /// A line of the waterfall that applies.
  public struct Line: Hashable, Sendable {
    public let name: String
    public let isSubtotal: Bool
    /// The name of the group that the line belongs to.
    public let group: String?
    /// The sum of its instances.
    public let amount: Number
    public let instances: [Instance]
  }

  /// Why a booking has no price.
  public struct Fault: Hashable, Sendable {
    /// What kind it is of, a name of `docs/faults.md`.
    public let reason: String
    /// The input, or the line of the rules, that it is about.
    public let field: String
    /// The text that could not be read, shortened.
    public let value: String
    /// One sentence.
    public let message: String
  }

  /// The booking's key as it is printed; the number of the booking where the rules have none.
  public let key: String?
  public let status: Status
  /// Lines and subtotals in their order; empty unless quoted.
  public let lines: [Line]
  /// Nil unless quoted.
  public let total: Number?
  /// Empty unless quoted.
  public let outputs: Outputs
  /// The reason of a decline, or what the lines of a price have to say.
  public let reasons: [String]
  /// Given where the status is `fault`.
  public let fault: Fault?

  /// The first line with a name, if it applies.
  public func line(_ name: String) -> Line? { lines.first { $0.name == name } }
}
