import QuoteLanguage
import Glibc
import QuoteSyntax
import Synchronization

/// A lock, and a way to wait under it until another thread has changed something.
///
/// What threads wait for here mostly comes within microseconds, and a thread that was
/// put to sleep takes longer than that to wake up: a waiting thread first looks for a
/// while, leaving its processor to others that want it.
@safe package final class Monitor: @unchecked Sendable {
  /// How often a waiting thread looks before it sleeps.
  private static let looks = 200
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// How often `wakeAll` was called.
  private let calls = Atomic<Int>(0)

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(changed)
    unsafe mutex.deallocate()
    unsafe changed.deallocate()
  }

  /// Waits until nobody else has it.
  package func lock() {
    for _ in 0..<Self.looks {
      if unsafe pthread_mutex_trylock(mutex) == 0 { return }
      sched_yield()
    }
    unsafe _ = pthread_mutex_lock(mutex)
  }

  /// Runs the body while nobody else has it.
  package func alone<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  package func unlock() { unsafe _ = pthread_mutex_unlock(mutex) }

  /// Lets go of the lock until `wakeAll` was called.
  package func wait() {
    let seen = calls.load(ordering: .relaxed)
    unlock()
    var looks = 0
    while calls.load(ordering: .relaxed) == seen, looks < Self.looks {
      sched_yield()
      looks += 1
    }
    lock()
    while calls.load(ordering: .relaxed) == seen { unsafe _ = pthread_cond_wait(changed, mutex) }
  }

  /// Lets go of the lock, and every waiting thread look again.
  package func wakeAll() {
    calls.add(1, ordering: .relaxed)
    unlock()
    unsafe _ = pthread_cond_broadcast(changed)
  }
}
