private import CProcessors
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

#if canImport(Glibc)
  import Glibc
#endif

/// Threads that do the same work side by side, the caller's own among them.
enum WorkerTeam {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs the work on so many threads and returns when all are done.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      var thread = pthread_t()
      let context = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
      let failed = unsafe pthread_create(
        &thread, nil,
        { context in
          unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        }, context)
      if failed == 0 {
        threads.append(thread)
      } else {
        unsafe Unmanaged<Work>.fromOpaque(context).release()
      }
    }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// How many processors this process may use; where nobody says, how many there are.
  static var processorCount: Int {
    let allowed = Int(cprocessors_allowed())
    return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
