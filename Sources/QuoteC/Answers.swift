import CQuote
import QuoteArrow
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

// How answers, errors and lists of texts go between C and Swift.

/// Does something, and gives the error as C has it where that failed.
func answering(_ body: () throws(RulesFailure) -> Void) -> OpaquePointer? {
  do throws(RulesFailure) {
    try body()
    return nil
  } catch {
    switch error {
    case .trouble(let trouble): return unsafe answer(trouble)
    case .rejected(let rejected):
      let renderer = DiagnosticRenderer()
      let (found, sources) = (rejected.diagnostics, rejected.sources)
      return unsafe cquote_error(
        "rules", renderer.render(found, sources: sources, style: .plain),
        renderer.render(found, sources: sources, style: .json))
    }
  }
}

func answering(_ body: () throws(Trouble) -> Void) -> OpaquePointer? {
  do throws(Trouble) {
    try body()
    return nil
  } catch {
    return unsafe answer(error)
  }
}

@unsafe private func answer(_ trouble: Trouble) -> OpaquePointer? {
  let json =
    "{\"id\":\(DiagnosticRenderer.quoted(trouble.id)),"
    + "\"message\":\(DiagnosticRenderer.quoted(trouble.message))}"
  return unsafe cquote_error(trouble.id, trouble.message, json)
}

@unsafe func give(_ bytes: [UInt8], to text: UnsafeMutablePointer<OpaquePointer?>?) {
  unsafe text?.pointee = cquote_text(bytes, bytes.count)
}

@unsafe func texts(
  _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> [String] {
  guard let list = unsafe list else { return [] }
  return (0..<count).map { index in
    unsafe list[index].map { unsafe String(cString: $0) } ?? ""
  }
}

extension TableOptions {
  @unsafe init(_ options: quote_price_options) {
    self.init()
    if unsafe options.columns != nil {
      columns = unsafe texts(options.columns, options.column_count)
    }
    carried =
      switch unsafe Int(options.carry) {
      case 1: .named([])
      case 2: .all
      case 3: unsafe .named(texts(options.carried, options.carried_count))
      case _: .unread
      }
    money =
      switch unsafe Int(options.money) {
      case 1: .minorUnits
      case 2: .double
      case _: .decimal
      }
    areStatusesTexts = unsafe options.plain_status != 0
    threads = unsafe min(max(1, Int(options.threads)), 256)
    comparesKeys = unsafe options.any_keys == 0
  }
}

/// Threads that begin and end here.
func beside(_ count: Int, _ work: @escaping (Int) -> Void) -> Bool {
  let box = unsafe Unmanaged.passRetained(Work(work))
  defer { unsafe box.release() }
  return unsafe cquote_each(
    count,
    { context, index in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body(index)
    }, box.toOpaque()) != 0
}

private final class Work {
  let body: (Int) -> Void

  init(_ body: @escaping (Int) -> Void) { self.body = body }
}

extension FormatOfFile {
  /// The format that a program names.
  init(asked word: String, for what: String) throws(RulesFailure) {
    guard let format = Self(rawValue: word) else {
      let known = Self.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw .trouble(
        Trouble("no-format", "\(what) are written as \(known); `\(word)` is not one of them"))
    }
    self = format
  }
}
