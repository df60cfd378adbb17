/// A value of a quote with the room that it is in, for where its name alone would mean another:
/// `quote.base` is the line, `outputs.base` the output, `input.base` a column of the bookings.
package struct QuoteAddress: Hashable, Sendable {
  package enum Room: String, Sendable {
    /// What the rules show.
    case outputs
    /// The lines, and the total.
    case quote
    /// Columns of the bookings that no input names.
    case input
  }

  package let room: Room
  package let name: String

  package init(_ room: Room, _ name: String) {
    self.room = room
    self.name = name
  }

  /// Reads an address as it is written; nil for a name alone.
  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let room = Room(rawValue: String(text[..<dot]))
    else { return nil }
    self.init(room, String(text[text.index(after: dot)...]))
  }

  package var text: String { "\(room.rawValue).\(name)" }
}
