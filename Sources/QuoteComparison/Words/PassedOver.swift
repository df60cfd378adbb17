/// Why a booking is not compared, though nobody said that it is left out.
package enum PassedOver: Hashable, Sendable {
  /// The map does not say what a record's status means.
  case status(String)
  /// The map has no form of this name.
  case form(String)
  /// A record names no form, and the map has none for such records.
  case noForm
  /// A record of a price has no reply.
  case noReply

  /// How much of a word of the other side is told.
  private static let shown = 60

  var sentence: String {
    switch self {
    case .status(let status):
      "the map does not say what status `\(status.prefix(Self.shown))` means"
    case .form(let name): "no form of the map is `\(name.prefix(Self.shown))`"
    case .noForm: "they name no form"
    case .noReply: "the record has no reply where the map looks for it"
    }
  }

  /// The word of the other side as far as it is told: words that are told alike are counted as one.
  var asTold: PassedOver {
    switch self {
    case .status(let status): .status(String(status.prefix(Self.shown)))
    case .form(let name): .form(String(name.prefix(Self.shown)))
    case .noForm, .noReply: self
    }
  }
}
