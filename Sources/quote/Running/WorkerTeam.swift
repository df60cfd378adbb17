import QuoteEngine

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

  /// How many processors this process may use.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Lets threads that finish chunks in any order take their turns in the order
/// of the chunks.
@safe final class Turns: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var next = 0
  private var isStopped = false

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(changed)
    unsafe mutex.deallocate()
    unsafe changed.deallocate()
  }

  /// Waits until it is this chunk's turn, does what must be in order, and
  /// passes the turn on. False if the run was stopped before or in the turn.
  func take(_ ordinal: Int, _ body: () -> Bool) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while next != ordinal, !isStopped { unsafe pthread_cond_wait(changed, mutex) }
    guard !isStopped else { return false }
    if !body() { isStopped = true }
    next += 1
    unsafe pthread_cond_broadcast(changed)
    return !isStopped
  }

  /// Out of turn, but one thread at a time.
  func alone(_ body: () -> Void) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    body()
  }

  /// No more turns: every waiting thread goes home.
  func stop(_ body: () -> Void) {
    unsafe pthread_mutex_lock(mutex)
    if !isStopped { body() }
    isStopped = true
    unsafe pthread_cond_broadcast(changed)
    unsafe pthread_mutex_unlock(mutex)
  }
}
