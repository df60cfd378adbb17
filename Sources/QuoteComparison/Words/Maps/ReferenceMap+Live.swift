import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ReferenceMap {
  /// How a booking is asked of a running backend.
  package struct Live: Sendable {
    package var method = "POST"
    /// Put behind the address that the command line gives.
    package var path = LiveText()
    package var headers: [(name: String, value: LiveText)] = []
    /// The booking as it is, unless said; empty where nothing is sent.
    package var body: [LiveBodyPart] = [.value(.booking([]))]
    /// The form of bookings that say none.
    package var form: String?
    /// The moment of quoting is what the record says, and not that of asking.
    var isAsOfRecorded = false

    package init() {}
  }
}

/// Something to be filled in: `${key}`, `${booking.sort}`, `${API_TOKEN}`.
package enum LiveHole: Hashable, Sendable {
  /// A variable of the environment: capitals, digits and `_`. A secret.
  case environment(String)
  case key, form, asOf
  /// The booking, or what is at that path in it.
  case booking(ReferenceMap.Path)
}

/// A text with holes.
package struct LiveText: Sendable {
  package enum Part: Sendable {
    case text(String)
    case hole(LiveHole)
  }

  package var parts: [Part] = []

  package init(_ parts: [Part] = []) { self.parts = parts }

  /// Its variables of the environment, in their order.
  package var variables: [String] {
    parts.compactMap { part in
      if case .hole(.environment(let name)) = part { name } else { nil }
    }
  }
}

/// A stretch of a JSON body.
package enum LiveBodyPart: Sendable {
  /// JSON as it stands.
  case json(String)
  /// A text that is to be quoted.
  case text(LiveText)
  /// What is in a hole as JSON: an object, a number, a text; null if it is nothing.
  case value(LiveHole)
}

extension ReferenceMap.Live {
  /// The variables of the environment that requests need, each once.
  package var variables: [String] {
    var names = path.variables + headers.flatMap(\.value.variables)
    for part in body {
      switch part {
      case .json: break
      case .text(let text): names += text.variables
      case .value(.environment(let name)): names.append(name)
      case .value(.key), .value(.form), .value(.asOf), .value(.booking): break
      }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
