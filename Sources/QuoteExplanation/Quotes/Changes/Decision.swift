import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A decision of the rules about a booking: which way it went, where, and what
/// was asked, so that it can be asked of other values.
struct Decision {
  /// Which decision it is, the same for every booking.
  struct Key: Hashable {
    enum Site: Hashable {
      case line(Int)
      case winner(Int)
      case decline(Int)
      case choice(ObjectIdentifier)
      case given(ObjectIdentifier)
      case rows(ObjectIdentifier)
      case brackets(ObjectIdentifier)
      case extreme(ObjectIdentifier)
      case step(ObjectIdentifier)
      case elements(list: ListID)
    }

    var site: Site
    /// `items[2]`; empty for the booking.
    var path: String
  }

  enum Question {
    /// Whether a condition certainly holds.
    case holds(PriceExpression)
    /// Whether a value is given.
    case given(PriceExpression)
    /// Which rows of a table hold.
    case rows(PriceExpression, table: TableID, keys: [PriceExpression])
    /// Which brackets of a graduated table are entered.
    case brackets(table: TableID, keys: [PriceExpression])
    /// Which operand is the least or greatest.
    case extreme(PriceExpression, [PriceExpression])
    /// To which step a number is rounded.
    case step(PriceExpression)
    /// Which member of a group counts.
    case winner(ModelLine)
    /// Which elements a list has: those kept, or made between two bounds.
    case elements(list: ListID)
  }

  enum Outcome: Hashable {
    case flag(Bool)
    case rows([Int])
    case index(Int?)
    case value(RecordedValue)
    case values([RecordedValue])
  }

  var key: Key
  var question: Question
  var outcome: Outcome
  var place: Recording.Place
  /// The entry in whose formula it stands, for its `subtotal`.
  var entry: Int?
}
