import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// The forms in which a profile is shown.
package enum ProfileFormat: String, Hashable, Sendable, FormatOfFile {
  /// Aligned tables.
  case text
  /// One object, as `docs/profile.schema.json` says.
  case json
  /// The rules, counts and money in their margin.
  case rules
  /// The same as a page that opens without a network, with bars.
  case html

  package func render(_ profile: Profile, sources: Sources) -> String {
    switch self {
    case .text: ProfileText(sources: sources).render(profile)
    case .json: ProfileJSON(sources: sources).render(profile)
    case .rules: ProfileMargin(sources: sources).render(profile)
    case .html: ProfilePage(profile, sources: sources).text
    }
  }
}
