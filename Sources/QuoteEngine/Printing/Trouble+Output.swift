package import QuoteLanguage
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Trouble {
  /// Why bytes could not be written, by the system's error number.
  package static func writing(_ name: String, errno code: Int32) -> Trouble {
    switch code {
    case EPIPE: Trouble("closed-pipe", "\(name) was closed by its reader")
    case ENOSPC, EDQUOT: Trouble("full-disk", "the disk is full: \(name) cannot be written")
    default:
      Trouble(
        "unwritable-file",
        "\(name) cannot be written: \(unsafe String(cString: strerror(code)))")
    }
  }
}
