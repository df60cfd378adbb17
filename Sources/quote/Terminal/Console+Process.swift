import QuoteEngine
import QuoteLanguage
import QuoteSyntax

#if canImport(Glibc)
  import Glibc
#endif

extension Console {
  /// Where a standard stream was closed, its descriptor would be given to the next file that is
  /// opened, and messages written into that: something takes its place which cannot be read
  /// or written, as the stream could not.
  static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The process's own streams.
  static func process() -> Console {
    // A closed pipe and a file grown to its limit are errors of the write, not a death.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    return Console(
      write: { bytes throws(Trouble) in
        try write(bytes, to: STDOUT_FILENO, called: "standard output")
      },
      complain: { text in
        var text = text
        text.withUTF8 { buffer in
          _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
      },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1, outputWidth: widthOfOutput(),
      errorsAreTerminal: isatty(STDERR_FILENO) == 1,
      environment: { name in unsafe getenv(name).map { unsafe String(cString: $0) } },
      now: {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(
          microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
      },
      abandon: { things in _ = unsafe Unmanaged.passRetained(Abandoned(things)) })
  }

  private static func widthOfOutput() -> Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Does not return, unless SIGPIPE is blocked, or does nothing, as in the first process of a
  /// container.
  static func endByClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

  /// Holds things until the process ends.
  private final class Abandoned {
    let things: Any
    init(_ things: Any) { self.things = things }
  }

  private static func write(
    _ bytes: Span<UInt8>, to descriptor: Int32, called name: String
  ) throws(Trouble) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw Trouble("closed-pipe", "\(name) was closed by its reader") }
        if errno == ENOSPC {
          throw Trouble("full-disk", "the disk is full: \(name) cannot be written")
        }
        throw unsafe Trouble(
          "unwritable-file", "\(name) cannot be written: \(String(cString: strerror(errno)))")
      }
      done += count
    }
  }
}
