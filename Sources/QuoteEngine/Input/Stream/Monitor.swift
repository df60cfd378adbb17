internal import Glibc

/// A lock, and a way to wait under it until another thread has changed something.
@safe public final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
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
  public func lock() { unsafe _ = pthread_mutex_lock(mutex) }
  public func unlock() { unsafe _ = pthread_mutex_unlock(mutex) }

  /// Lets go of the lock until `wakeAll` was called.
  public func wait() { unsafe _ = pthread_cond_wait(changed, mutex) }
  /// Lets every waiting thread look again.
  public func wakeAll() { unsafe _ = pthread_cond_broadcast(changed) }
}
