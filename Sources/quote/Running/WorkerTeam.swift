private import CProcessors
import QuoteEngine
import QuoteLanguage
import QuoteTools

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

/// Lets threads that finish chunks in any order take their turns in the order
/// of the chunks.
final class Turns: @unchecked Sendable {
  private let monitor = Monitor()
  private var next = 0
  private var isStopped = false

  /// Waits until it is this chunk's turn, does what must be in order, and
  /// passes the turn on. False if the run was stopped before or in the turn.
  func take(_ ordinal: Int, _ body: () -> Bool) -> Bool {
    monitor.lock()
    while next != ordinal, !isStopped { monitor.wait() }
    if !isStopped, !body() { isStopped = true }
    let goesOn = !isStopped
    next += 1
    monitor.wakeAll()
    return goesOn
  }

  /// Out of turn, but one thread at a time.
  func alone(_ body: () -> Void) {
    monitor.lock()
    defer { monitor.unlock() }
    body()
  }

  /// No more turns: every waiting thread goes home.
  func stop(_ body: () -> Void) {
    monitor.lock()
    if !isStopped { body() }
    isStopped = true
    monitor.wakeAll()
  }
}
