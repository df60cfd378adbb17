/// Who helps with work that can be done side by side.
package struct ThreadTeam: Sendable {
  let threads: Int
  let run: @Sendable (Int, @escaping @Sendable () -> Void) -> Void

  /// `run` does some work on so many threads, and returns when all are done.
  package init(
    threads: Int, run: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void
  ) {
    (self.threads, self.run) = (threads, run)
  }

  /// The caller's own thread alone.
  package static let none = ThreadTeam(threads: 1) { _, work in work() }
}
