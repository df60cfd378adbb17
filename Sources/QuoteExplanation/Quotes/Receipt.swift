import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a quote was made with: everything that has to be the same again for
/// the same quote to come out.
package struct Receipt: Hashable, Sendable {
  /// A file the rules were read from, or a setting.
  package struct File: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable, CaseIterable {
      case rules
      case overlay
      /// A table's rows or an area that rules or overlays name.
      case referenced
      case setting
    }

    package var role: Role
    /// As it was named; a setting as it was given.
    package var name: String
    /// The digest of the content.
    package var digest: String

    package init(role: Role, name: String, digest: String) {
      self.role = role
      self.name = name
      self.digest = digest
    }
  }

  /// Version of the engine.
  var engine: String
  /// What the rules call themselves.
  package var rules: String
  /// Version of the language.
  package var schema: String
  package var arithmetic: String
  package var currency: String
  package var timezone: String?
  /// Version of the time-zone database, `2025b`, where any time zone counts.
  var timezoneDatabase: String?
  /// The moment of quoting that was given for bookings that do not say.
  package var asOf: String?
  /// In the order in which they were read.
  package var files: [File]

  package init(
    engine: String, rules: String, schema: String, arithmetic: String, currency: String,
    timezone: String?, timezoneDatabase: String?, asOf: String?, files: [File]
  ) {
    self.engine = engine
    self.rules = rules
    self.schema = schema
    self.arithmetic = arithmetic
    self.currency = currency
    self.timezone = timezone
    self.timezoneDatabase = timezoneDatabase
    self.asOf = asOf
    self.files = files
  }

  /// One digest for all of it that makes the rules: SHA-256 of the files'
  /// digests, each with its role, a line each. Names of files do not count.
  package var digest: String {
    let lines = files.map { "\($0.digest) \($0.role.rawValue)\n" }.joined()
    return Digest(of: Array(lines.utf8)).description
  }
}

extension Receipt {
  /// Names rules as they were read, with the files that are their sources.
  init(
    model: PriceModel, rulesAt path: String, overlays: [String], engine: String, asOf: Instant?
  ) {
    self.init(
      engine: engine, rules: model.name, schema: "quote/1",
      arithmetic: model.arithmetic.rawValue, currency: model.currency, timezone: model.timezone,
      timezoneDatabase: model.zoneNames.isEmpty ? nil : (model.zones ?? TimeZoneDatabase()).version,
      asOf: asOf?.description, files: [])
    for file in model.sources.files {
      let role: File.Role =
        switch file.name {
        case SourceFile.setting: .setting
        case path: .rules
        case _: overlays.contains(file.name) ? .overlay : .referenced
        }
      files.append(
        File(
          role: role,
          name: role == .setting ? String(decoding: file.text, as: UTF8.self) : file.name,
          digest: Digest(of: file.text).description))
    }
  }
}
