import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Why something is refused: the id of the trouble, or of the first complaint about rules; nil if
/// it is not. A test that only asks whether an error is thrown passes for any other reason.
package func refusal<Made>(_ body: () throws -> Made) -> String? {
  do {
    _ = try body()
    return nil
  } catch let trouble as Trouble {
    return trouble.id
  } catch RulesFailure.trouble(let trouble) {
    return trouble.id
  } catch RulesFailure.rejected(let rejected) {
    return rejected.diagnostics.first?.id
  } catch {
    return "\(error)"
  }
}
