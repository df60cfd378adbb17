import Glibc

/// One run of a program, from its start to its end, with what it cost.
struct Execution {
  var seconds: Double
  /// Of all processors, the system's share included.
  var processorSeconds: Double
  /// The most memory it had.
  var peakBytes: Int
  var status: Int32

  /// Runs a program and waits for it. Output goes to files, which are made anew.
  static func run(
    _ words: [String], output: String = "/dev/null", errors: String = "/dev/null",
    environment: [String: String] = [:]
  ) throws -> Execution {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o644)
    // Both lists end with a null, and live until the program has been started.
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe variables(environment).map { unsafe strdup($0) } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var child = pid_t()
    let start = now
    guard unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, &variables) == 0 else {
      throw HarnessTrouble("`\(words[0])` cannot be run")
    }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let seconds = now - start
    return Execution(
      seconds: seconds,
      processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peakBytes: usage.ru_maxrss * 1024,
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
  }

  /// This program's own environment with some variables more.
  private static func variables(_ more: [String: String]) -> [String] {
    var all: [String] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      unsafe all.append(String(cString: variable))
      unsafe next += 1
    }
    return all.filter { more[String($0.prefix { $0 != "=" })] == nil }
      + more.map { "\($0.key)=\($0.value)" }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
