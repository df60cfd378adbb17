internal import CRelease
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What `quote --version` says: all that one has to know of a program whose answer is doubted.
enum VersionText {
  static var text: String {
    """
    quote \(Quote.version)
    commit \(commit)
    processor \(architecture), machine code for \(machineCode)
    zones \(zones)

    """
  }

  private static var commit: String {
    unsafe crelease_commit().map { unsafe String(cString: $0) }
      ?? "not known: this program was built in a checkout"
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "of another kind"
    #endif
  }

  private static var machineCode: String {
    let here = [(MachineCodeUse.avx512, "AVX-512"), (.avx2, "AVX2")].filter { $0.0.isHere }
    return here.isEmpty ? "none of its instruction sets" : here.map(\.1).joined(separator: " and ")
  }

  private static var zones: String {
    let database = TimeZoneDatabase()
    guard let version = database.version else {
      return "of no version that the system's database tells"
    }
    return database.isCarried ? "\(version), carried by the program" : "\(version), the system's"
  }
}
