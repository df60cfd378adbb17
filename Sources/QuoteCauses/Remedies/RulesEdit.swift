import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteLint
package import QuoteSyntax

/// A small change to the text of some rules: what somebody may have written otherwise who wrote
/// them for another program.
package struct RulesEdit: Sendable {
  /// Bytes of a file that become others.
  struct Change: Hashable, Sendable {
    var file: Int32
    var lower: Int
    var upper: Int
    var text: String

    /// Whether two change one byte, or insert something at one place: which of these comes first
    /// nobody says.
    func meets(_ other: Change) -> Bool {
      guard file == other.file else { return false }
      let isInsertion = lower == upper && other.lower == other.upper
      return isInsertion
        ? lower == other.lower : lower < other.upper && other.lower < upper
    }
  }

  var changes: [Change] = []
  /// As `--set` takes it, where it does.
  var setting: String?
  /// Settings that do it, where it is no change of a text.
  var settings: [String] = []
  /// `8% becomes 8.5%`.
  var what: String
  var span: SourceSpan
  /// The line that it leaves out.
  var leftOut: String?
  /// A line of theirs that it adds.
  var added: String?
  /// How a formula rounds under it, where that is all it does.
  var mode: RoundingMode?
  /// Whether trying it takes nothing from what the likelier ones may.
  var isFurther = false

  /// What it does to the rules, whatever it is called.
  struct Written: Hashable {
    var changes: [Change]
    var settings: [String]
  }

  /// Makes of it a change of the text: what stands around a part of it.
  mutating func enclose(_ span: SourceSpan, _ before: String, _ after: String) {
    guard span.file >= 0, span.lower < span.upper else { return }
    settings = []
    changes = [(span.lower, before), (span.upper, after)].map { at, text in
      Change(file: span.file, lower: Int(at), upper: Int(at), text: text)
    }
  }

  /// Does what another one does as well.
  mutating func join(_ other: RulesEdit) {
    changes += other.changes
    settings += other.settings
    setting = nil
    mode = nil
    what += ", and \(other.what)"
  }

  var written: Written { Written(changes: changes, settings: settings) }

  /// Whether it changes a byte, or a setting, that one of these changes as well.
  func overlaps(_ others: [RulesEdit]) -> Bool {
    others.contains { other in
      changes.contains { one in other.changes.contains { $0.meets(one) } }
        || !Set(settings).isDisjoint(with: other.settings)
    }
  }
}

/// Rules that can be compiled with edits.
package struct EditedRules: Sendable {
  /// What the rules file is called.
  let rules: String
  let sources: Sources
  /// What was given beside the files that the loader reads; each is a source as well.
  let settings: [String]
  /// Compiles what a loader reads, with settings laid over it; the last one says whether the rules
  /// file is all that an edit changed of what is read. Nil where the edited rules have errors.
  let compile: @Sendable (FileLoader, [String], Bool) -> Pricer?
  let loader: FileLoader

  package init(
    rules: String, sources: Sources, settings: [String],
    compile: @escaping @Sendable (FileLoader, [String], Bool) -> Pricer?,
    loader: FileLoader
  ) {
    (self.rules, self.sources, self.settings) = (rules, sources, settings)
    (self.compile, self.loader) = (compile, loader)
  }

  /// Nil where the edited rules are none.
  func pricer(_ edits: [RulesEdit]) -> Pricer? {
    let changes = Dictionary(grouping: edits.flatMap(\.changes), by: \.file)
    let given = zip(sources.settings, settings).map { file, setting in
      String(decoding: Self.changed(Array(setting.utf8), changes[file] ?? []), as: UTF8.self)
    }
    var byName: [String: [RulesEdit.Change]] = [:]
    for (file, changes) in changes {
      guard let name = sources[file]?.name else { return nil }
      byName[name, default: []] += changes
    }
    let changed = byName
    let edited = loader.editing { name, written in Self.changed(written, changed[name] ?? []) }
    return compile(
      edited, given + edits.flatMap(\.settings),
      byName.keys.allSatisfy { $0 == rules || $0 == SourceFile.setting })
  }

  private static func changed(_ written: [UInt8], _ changes: [RulesEdit.Change]) -> [UInt8] {
    var bytes = written
    // From the end on; what is inserted before something that changes comes last.
    let ordered = changes.sorted { ($1.lower, $1.upper) < ($0.lower, $0.upper) }
    for change in ordered where change.upper <= bytes.count {
      bytes.replaceSubrange(change.lower..<change.upper, with: Array(change.text.utf8))
    }
    return bytes
  }
}
