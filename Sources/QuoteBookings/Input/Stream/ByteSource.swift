import QuoteLanguage
package import QuoteSyntax

/// Where bytes of input come from: a file, standard input, or memory.
///
/// Compressed bytes (gzip, zstd) are told by their first bytes and read as what
/// they hold.
package enum ByteSource: Sendable {
  case file(path: String)
  case standardInput
  case memory(name: String, bytes: [UInt8])
  /// Made while it is read.
  case made(name: String, by: any ByteMaker)

  /// The name that messages give it.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    case .memory(let name, _), .made(let name, _): name
    }
  }
}

/// Makes bytes while they are read.
package protocol ByteMaker: Sendable {
  /// Further bytes, none at the end.
  func more() throws(Trouble) -> [UInt8]
}
