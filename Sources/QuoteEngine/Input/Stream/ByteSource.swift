/// Where bytes of input come from: a file, standard input, or memory.
///
/// Compressed bytes (gzip, zstd) are told by their first bytes and read as what
/// they hold.
public enum ByteSource: Sendable {
  case file(path: String)
  case standardInput
  case memory(name: String, bytes: [UInt8])
  /// Made while it is read: each call gives more, nothing at the end.
  case made(name: String, more: @Sendable () throws(Trouble) -> [UInt8])

  /// As messages call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    case .memory(let name, _), .made(let name, _): name
    }
  }
}
