import QuoteEngine
import QuoteLanguage

/// A small change to the text of some rules: what somebody may have written otherwise who wrote
/// them for another program.
struct RulesEdit: Sendable {
  /// Bytes of a file that become others.
  struct Change: Hashable, Sendable {
    var file: Int32
    var lower: Int
    var upper: Int
    var text: String
  }

  var changes: [Change] = []
  /// As `--set` takes it, where it does.
  var setting: String?
  /// Settings that do it, where it is no change of a text.
  var settings: [String] = []
  /// `8% becomes 8.5%`.
  var what: String
  var span: SourceSpan

  /// Whether it changes a byte, or a setting, that one of these changes as well.
  func overlaps(_ others: [RulesEdit]) -> Bool {
    others.contains { other in
      changes.contains { one in
        other.changes.contains {
          $0.file == one.file && $0.lower < one.upper && one.lower < $0.upper
        }
      } || !Set(settings).isDisjoint(with: other.settings)
    }
  }
}

/// Rules that can be compiled with edits.
struct EditedRules: Sendable {
  let sources: Sources
  let compile: @Sendable (FileLoader, [String]) throws(RulesFailure) -> Pricer
  let loader: FileLoader

  /// Nil where the edited rules are none.
  func pricer(_ edits: [RulesEdit]) -> Pricer? {
    var byFile: [String: [RulesEdit.Change]] = [:]
    for change in edits.flatMap(\.changes) {
      guard let name = sources[change.file]?.name else { return nil }
      byFile[name, default: []].append(change)
    }
    let changed = byFile
    let edited = loader.editing { name, written in
      var bytes = written
      for change in (changed[name] ?? []).sorted(by: { $0.lower > $1.lower })
      where change.upper <= bytes.count {
        bytes.replaceSubrange(change.lower..<change.upper, with: Array(change.text.utf8))
      }
      return bytes
    }
    return try? compile(edited, edits.flatMap(\.settings))
  }
}
