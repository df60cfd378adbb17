import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

#if canImport(Glibc)
  import Glibc
#endif

/// Where a command reads from and writes to. Tests give one that captures.
struct Console: Sendable {
  /// Writes all bytes or throws; a closed pipe is a trouble of its own.
  let write: @Sendable (Span<UInt8>) throws(Trouble) -> Void
  /// Messages, faults, progress.
  let complain: @Sendable (String) -> Void
  let outputIsTerminal: Bool
  /// In cells, if standard output is a terminal that knows.
  var outputWidth: Int? = nil
  let errorsAreTerminal: Bool
  /// Whether every fault and every warning is told in full.
  var isVerbose = false
  /// The environment: only `NO_COLOR`, `TERM` and the variables that a map's `live`
  /// names are ever asked for.
  let environment: @Sendable (String) -> String?
  /// Read once, for `--as-of now`.
  let now: @Sendable () -> Instant
  /// Takes over what a command is done with. The process's own leaves it as it is, for the
  /// system takes all memory back at once, when taking it apart piece by piece would last as
  /// long as pricing thousands of bookings.
  let abandon: @Sendable (Any) -> Void

  /// The same, on whose standard error nothing is told but what ends a command.
  var quiet: Console {
    Console(
      write: write, complain: { _ in }, outputIsTerminal: outputIsTerminal,
      outputWidth: outputWidth, errorsAreTerminal: false, environment: environment, now: now,
      abandon: abandon)
  }

  func say(_ text: String) throws(Trouble) {
    var text = text
    let result: Result<Void, Trouble> = text.withUTF8 { buffer in
      do throws(Trouble) {
        try unsafe write(Span(_unsafeElements: buffer))
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Says the same as `say`, for commands.
  func tell(_ text: String) throws(CommandFailure) {
    do throws(Trouble) {
      try say(text)
    } catch {
      throw .trouble(error)
    }
  }

  /// The style of diagnostics on standard error.
  var errorStyle: DiagnosticRenderer.Style {
    errorsAreTerminal && takesColors ? .colored : .plain
  }

  /// Whether colours are wanted on standard output.
  func isColored(_ arguments: ParsedArguments) -> Bool {
    switch arguments.value("--color") {
    case "always": true
    case "never": false
    default: outputIsTerminal && takesColors
    }
  }

  /// What a report at a path is printed on, `-` being standard output.
  func screen(_ path: String, _ arguments: ParsedArguments) -> Screen {
    path == "-" ? Screen(width: outputWidth, isColored: isColored(arguments)) : Screen()
  }

  /// Whether the environment allows colours on a terminal.
  private var takesColors: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}

/// How a run ended; the program's exit status.
enum ExitStatus: Int32, Sendable {
  /// Everything is fine.
  case fine = 0
  /// There are findings: faults, differences, rejected rules.
  case findings = 1
  /// It could not be done.
  case trouble = 2
  /// Who read the output has gone, and had enough: what a shell says of a program that SIGPIPE
  /// has ended.
  case closedPipe = 141
}
