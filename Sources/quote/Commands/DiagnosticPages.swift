/// The pages of the diagnostics by id, as `docs/diagnostics/ID.md` has them.
enum DiagnosticPages {
  static let all: [String: String] = [:]
}
