import QuoteLanguage
package import QuoteSyntax
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Trouble {
  private static func why(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// That the folder of a file is missing, whose name stands in backticks.
  private static func missing(_ name: String) -> String? {
    FileLoader.missingFolder(of: name.filter { $0 != "`" }).map { "there is no folder `\($0)`" }
  }

  /// Why bytes could not be written, by the system's error number.
  package static func writing(_ name: String, errno code: Int32) -> Trouble {
    switch code {
    case EPIPE: Trouble("closed-pipe", "\(name) was closed by its reader")
    case ENOSPC, EDQUOT: Trouble("full-disk", "the disk is full: \(name) cannot be written")
    case ENOENT:
      Trouble("unwritable-file", "\(name) cannot be written: \(missing(name) ?? why(code))")
    default: Trouble("unwritable-file", "\(name) cannot be written: \(why(code))")
    }
  }
}
