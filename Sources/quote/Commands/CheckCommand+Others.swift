import QuoteAnalysis
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Files that are about rules and are none: told by their `schema:` line.
enum FileAboutRules: String {
  case map = "quote-map/1"
  case ledger = "quote-accepted/1"
  case overlayMap = "quote-overlay/1"

  var called: String {
    switch self {
    case .map: "map"
    case .ledger: "ledger"
    case .overlayMap: "overlay map"
    }
  }

  /// Nil if the file is something else, or cannot be read.
  init?(_ path: String, _ loader: FileLoader) {
    guard let bytes = try? loader.read(path) else { return nil }
    let line = bytes.split(separator: 10).first { $0.starts(with: "schema:".utf8) }
    guard let line else { return nil }
    let value = String(decoding: line.dropFirst(7), as: UTF8.self).prefix { $0 != "#" }
    self.init(rawValue: value.filter { $0 != " " && $0 != "\"" && $0 != "\r" })
  }
}

extension CheckCommand {
  /// Checks a map, a ledger or an overlay map by itself and, where rules are given, against them.
  static func check(
    _ kind: FileAboutRules, _ path: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    let rules = arguments.value("--rules")
    var options = Differ.Options()
    options.overlays = arguments.values("--overlay")
    options.settings = arguments.values("--set")
    switch kind {
    case .map:
      let map = try Self.map(path, arguments.loader)
      guard let rules else { return }
      try hold(rules, map: map, options: options, loader: arguments.loader)
    case .ledger:
      options.accepted = path
      guard let rules else {
        do throws(RulesFailure) {
          try AcceptedDraft.check(ledger: path, arguments.loader)
        } catch {
          throw CommandFailure(error)
        }
        return
      }
      try hold(rules, map: .plain, options: options, loader: arguments.loader)
    case .overlayMap:
      guard let rules else {
        throw .usage(
          arguments.wrong(
            "an overlay map is checked against its rules: `quote check --rules FILE \(path)`"))
      }
      do throws(RulesFailure) {
        _ = try OverlayMaker(
          rulesAt: rules, overlays: options.overlays, settings: options.settings, map: path,
          loader: arguments.loader)
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  private static func map(
    _ path: String, _ loader: FileLoader
  ) throws(CommandFailure) -> ReferenceMap {
    do throws(MapFailure) {
      return try ReferenceMap(readingFile: path, from: loader)
    } catch {
      switch error {
      case .rejected(let rejected): throw .rejected(rejected)
      case .trouble(let trouble): throw .trouble(trouble)
      }
    }
  }

  private static func hold(
    _ rules: String, map: ReferenceMap, options: Differ.Options, loader: FileLoader
  ) throws(CommandFailure) {
    do throws(RulesFailure) {
      _ = try Differ(rulesAt: rules, map: map, options: options, loader: loader)
    } catch {
      throw CommandFailure(error)
    }
  }
}
