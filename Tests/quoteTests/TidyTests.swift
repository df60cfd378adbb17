import Foundation
import TestKit
import Testing

/// What a run leaves behind, and what it says, where the system gives it less than usual.
@Suite struct TidyTests {
  private static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: count [1..9]
    quote:
      - { line: parcel, amount: $2 * weight }

    """

  private static func inFolder(_ body: (Shell) throws -> Void) throws {
    try Shell.inTemporaryFolder { shell in
      try Data(rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      try Data("id,weight\na,1\n".utf8).write(to: shell.folder.appending(path: "bookings.csv"))
      try body(shell)
    }
  }

  /// The words came from /proc, and without it the command did not see any.
  @Test func argumentsNeedNoProc() throws {
    try Self.inFolder { shell in
      let hide = "unshare -m bash -c 'mount -t tmpfs none /proc && \"$@\"' --"
      guard try shell.run("\(hide) true").status == 0 else { return }
      let outcome = try shell.run("\(hide) quote price --rules rules.yaml bookings.csv")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.hasSuffix("\na,quoted,2.00,2.00,,,,\n"), "\(outcome)")
    }
  }

  /// From the limit at which the command starts at all, it either does what it is asked or says
  /// that there is not enough memory.
  @Test func outOfMemoryIsSaid() throws {
    try Self.inFolder { shell in
      let names = (0..<30_000).map { "| k\($0) || $\($0) |" }.joined(separator: "\n      ")
      let large = Self.rules.replacing("quote:\n", with: "let:\n  price:\n    unique: |\n"
        + "      | id || price |\n      \(names)\nquote:\n")
      try Data(large.utf8).write(to: shell.folder.appending(path: "large.yaml"))
      var told = 0
      let least = try (8...400).first { megabytes in
        try shell.run("ulimit -v \(megabytes << 10); quote --version > /dev/null 2>&1").status == 0
      }
      for megabytes in stride(from: try #require(least), to: 400, by: 8).prefix(12) {
        let limit = "ulimit -v \(megabytes << 10);"
        let outcome = try shell.run(
          "\(limit) quote price --rules large.yaml bookings.csv > /dev/null")
        #expect([0, 1, 2].contains(outcome.status), "\(megabytes) MiB: \(outcome)")
        // What is enough once is enough with more.
        guard outcome.status == 2 else { break }
        #expect(outcome.output.contains("memory"), "\(megabytes) MiB: \(outcome)")
        told += 1
      }
      #expect(told > 0)
    }
  }

  /// A file system that has no unnamed files: the temporary one has a name.
  private static let named = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    int open(const char *path, int flags, ...) {
      va_list more;
      va_start(more, flags);
      int mode = va_arg(more, int);
      va_end(more);
      if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
      return ((int (*)(const char *, int, int))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
    }
    """

  /// Signals may be blocked where tests run, and would be for what they start.
  @Test func signalsLeaveNothingBehind() throws {
    try Self.inFolder { shell in
      try Data(Self.named.utf8).write(to: shell.folder.appending(path: "named.c"))
      let made = try shell.run(
        "cc -shared -fPIC -D_FORTIFY_SOURCE=0 -o named.so named.c -ldl && mkdir out && mkfifo in")
      guard made.status == 0 else { return }
      let price = "LD_PRELOAD=$PWD/named.so quote price --rules rules.yaml --from csv"
      for (signal, left) in [("TERM", 0), ("INT", 0), ("HUP", 0), ("KILL", 1)] {
        // A background job of a shell ignores SIGINT, unless it has job control.
        let outcome = try shell.runUnblocked(
          """
          set -m
          \(price) -o out/quotes.csv in & job=$!
          exec 7> in
          (echo id,weight; seq -f 'k%.0f,1' 40000) >&7
          for i in $(seq 100); do
            ls -A out | grep -q partial && break
            sleep 0.05
          done
          ls -A out | grep -c '^[.]quote-.*[.]partial$'
          kill -\(signal) $job
          wait $job 2> /dev/null
          ls -A out | wc -l
          """)
        // Between the two, the shell may say how the job ended.
        let isRight = outcome.output.hasPrefix("1\n") && outcome.output.hasSuffix("\n\(left)\n")
        #expect(isRight, "\(signal): \(outcome)")
      }
      // The next run takes away what the last kill left, and nothing that is in use.
      let next = try shell.run(
        """
        touch out/.quote-1-0.other out/.quote-2-0.partial
        exec 8< out/.quote-2-0.partial && flock -n 8
        \(price) -o out/quotes.csv bookings.csv
        ls -A out
        """)
      #expect(
        next.output == ".quote-1-0.other\n.quote-2-0.partial\nquotes.csv\n", "\(next)")
    }
  }
}

extension Shell {
  /// With all signals as a terminal's shell has them.
  fileprivate func runUnblocked(_ script: String) throws -> Outcome {
    try Data(script.utf8).write(to: folder.appending(path: "script.sh"))
    let exec = "os.execvp('bash', ['bash', 'script.sh'])"
    return try run(
      "python3 -c \"import os, signal; signal.pthread_sigmask(signal.SIG_SETMASK, []); \(exec)\"")
  }
}
