import Glibc

/// One run of a program, from its start to its end, with what it cost.
struct Execution {
  var seconds: Double
  /// The time of all processors, the system's share included.
  var processorSeconds: Double
  /// The most memory it had.
  var peakBytes: Int
  var status: Int32

  /// Runs a program and waits for it. Output goes to files, which are made anew.
  static func run(
    _ words: [String], output: String = "/dev/null", errors: String = "/dev/null",
    environment: [String: String] = [:]
  ) throws -> Execution {
    let start = now
    let child = try spawn(
      words, input: nil, output: output, errors: errors, environment: environment)
    return finish(child, since: start)
  }

  /// Runs a program that reads standard input before anything else, and counts what comes
  /// after: it is given these bytes, seen waiting for more, and told that there are none.
  ///
  /// What a start takes differs by much more, from time to time, than thousands of bookings.
  static func run(
    _ words: [String], heldBy first: [UInt8], output: String = "/dev/null",
    errors: String = "/dev/null"
  ) throws -> Execution {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw HarnessTrouble("there is no pipe") }
    defer { for end in ends where end >= 0 { close(end) } }
    // The program must not hold the end that says there is no more.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard unsafe write(ends[1], first, first.count) == first.count else {
      throw HarnessTrouble("`\(words[0])` cannot be given its input")
    }
    let child = try spawn(words, input: ends[0], output: output, errors: errors, environment: [:])
    let spent = try waitUntilIdle(child, reading: ends[0])
    let start = now
    close(ends[1])
    ends[1] = -1
    var execution = finish(child, since: start)
    execution.processorSeconds -= spent
    return execution
  }

  /// Waits until a program has read all there is and does no more; the processor's time
  /// until then. One that ends before ends the waiting.
  private static func waitUntilIdle(_ child: pid_t, reading end: Int32) throws -> Double {
    var clock = clockid_t()
    guard unsafe clock_getcpuclockid(child, &clock) == 0 else {
      throw HarnessTrouble("the processor's time of a program cannot be read")
    }
    var (spent, before) = (0.0, -1.0)
    var unread = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&unread, 1, 0) > 0 || spent != before {
      var ended = unsafe siginfo_t()
      unsafe waitid(P_PID, id_t(child), &ended, WEXITED | WNOHANG | WNOWAIT)
      if unsafe ended.si_signo != 0 { break }
      usleep(200)
      before = spent
      spent = read(clock)
    }
    return spent
  }

  private static func spawn(
    _ words: [String], input: Int32?, output: String, errors: String,
    environment: [String: String]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
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
    guard unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, &variables) == 0 else {
      throw HarnessTrouble("`\(words[0])` cannot be run")
    }
    return child
  }

  /// Waits for the end of a program.
  private static func finish(_ child: pid_t, since start: Double) -> Execution {
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

  private static var now: Double { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
