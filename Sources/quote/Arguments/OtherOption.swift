/// What options are called in other programs, and in other commands of this one.
enum OtherOption {
  /// Names of one thing.
  private static let groups: [[String]] = [
    ["--before", "--against", "--old", "--base", "--baseline", "--previous", "--compare"],
    ["--output", "--out", "--outfile", "--save", "--write", "--target"],
    ["--rows", "--row", "--count", "--number", "--size", "--first", "--limit", "--top", "--head"],
    ["--rules", "--pricing", "--model"],
    ["--map", "--mapping", "--fields"],
    ["--reference", "--expected", "--theirs", "--actual", "--answers", "--other"],
    ["--where", "--filter", "--when", "--condition", "--query"],
    ["--format", "--as", "--type"], ["--id", "--key", "--booking", "--record"],
    ["--set", "--let", "--define", "--param", "--override"],
    ["--columns", "--fields", "--select", "--only"],
    ["--threads", "--workers", "--parallel"],
    ["--overlay", "--patch", "--with", "--changes"],
    ["--accepted", "--known", "--ignore", "--allow"],
  ]

  /// What commands are called in other programs.
  private static let commands = [
    "run": "price", "calc": "price", "calculate": "price", "compute": "price", "eval": "price",
    "validate": "check", "lint": "check", "compare": "diff", "cmp": "diff", "why": "explain",
    "show": "explain", "new": "init", "draft": "init", "simulate": "impact", "whatif": "impact",
  ]

  /// What values of options are called in other programs.
  private static let values = [
    "excel": "xlsx", "xls": "xlsx", "\\t": "tab", "\t": "tab", "tabs": "tab", "tsv": "tab",
    "comma": ",", "semicolon": ";", "client": "customer", "buyer": "customer",
    "ndjson": "jsonl", "jsonlines": "jsonl", "txt": "text", "htm": "html",
  ]

  /// The value of an option that a word most likely means; nil where nothing is known.
  static func value(meantBy word: String, _ known: [String]) -> String? {
    let meant = values[word.lowercased()]
    return meant.flatMap { known.contains($0) ? $0 : nil }
  }

  /// The command that a word most likely means; nil where nothing is known.
  static func command(meantBy name: String) -> String? { commands[name.lowercased()] }

  /// The option that a command has for one that it does not have; nil where nothing is known.
  static func meant(by name: String, _ known: [String]) -> String? {
    if ["--no-color", "--no-colour", "--nocolor"].contains(name), known.contains("--color") {
      return "--color never"
    }
    for group in groups where group.contains(name) {
      if let own = group.first(where: { known.contains($0) }) { return own }
    }
    return nil
  }
}
