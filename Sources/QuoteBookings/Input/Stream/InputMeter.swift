import QuoteLanguage
import Glibc
import QuoteSyntax
import Synchronization

/// How much of some files has been read, counted as they are stored, compressed or not.
package final class InputMeter: Sendable {
  private let total: Int
  private let taken = Atomic<Int>(0)

  /// Nil if the whole is not known: not every source is a plain file.
  package init?(_ sources: [ByteSource]) {
    var total = 0
    for source in sources {
      var status = stat()
      guard case .file(let path) = source, unsafe stat(path, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      total += Int(status.st_size)
    }
    self.total = total
  }

  package func add(_ count: Int) { taken.add(count, ordering: .relaxed) }

  /// A number from 0 to 1 that says how much was read.
  package var share: Double {
    total == 0 ? 1 : min(1, Double(taken.load(ordering: .relaxed)) / Double(total))
  }
}
