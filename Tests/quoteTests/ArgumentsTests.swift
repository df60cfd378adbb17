import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Testing

@testable import quote

/// A declaration with one of everything.
private let declaration = CommandDeclaration(
  "try", "something to try",
  options: [
    .value("--rules", takes: "FILE", .path, required: true, help: "a file"),
    .value("--set", takes: "PATH=VALUE", repeated: true, help: "a setting"),
    .value("--format", takes: "FORMAT", .words(["csv", "json"]), help: "a word"),
    .value("--threads", "-j", takes: "N", .whole(1...64), help: "a number"),
    .value("--output", "-o", takes: "FILE", .path, help: "a place"),
    .flag("--strict", help: "a switch"),
  ],
  operands: OperandDeclaration("FILE", repeated: true, help: "files"))

/// A command line and what is wrong with it.
struct WrongLine: Sendable, CustomTestStringConvertible {
  var words: [String]
  var message: String
  var near: String?

  init(_ words: String..., says message: String, near: String? = nil) {
    self.words = words
    self.message = message
    self.near = near
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite struct ArgumentsTests {
  @Test func everySpellingIsRead() throws {
    let arguments = try ParsedArguments(
      [
        "a", "--rules=r=1.yaml", "--set", "x=1", "--set=y=-2", "-o", "-", "-j8", "--strict", "-",
        "--", "--not-an-option",
      ], for: declaration)
    #expect(arguments.value("--rules") == "r=1.yaml")
    #expect(arguments.values("--set") == ["x=1", "y=-2"])
    #expect(arguments.value("--output") == "-")
    #expect(arguments.whole("--threads") == 8)
    #expect(arguments.has("--strict"))
    #expect(!arguments.has("--format"))
    #expect(arguments.operands == ["a", "-", "--not-an-option"])
  }

  @Test(arguments: [
    WrongLine("x", says: "`try` needs `--rules FILE`: a file"),
    WrongLine("--rules", says: "`--rules` needs a value: `--rules FILE`"),
    WrongLine("--rules", "--strict", says: "`--rules` needs a value: `--rules FILE`"),
    WrongLine("--rules", "a", "--rules", "b", says: "`--rules` is given twice"),
    WrongLine("--rules", "a", "--strict", "--strict", says: "`--strict` is given twice"),
    WrongLine("--rulse", "a", says: "`try` has no option `--rulse`", near: "--rules"),
    WrongLine("-rules", "a", says: "`try` has no option `-rules`", near: "--rules"),
    WrongLine("--threads", "--strict", says: "`--threads` needs a value: `--threads N`"),
    WrongLine("-x", says: "`try` has no option `-x`"),
    WrongLine("--strict=yes", says: "`--strict` takes no value"),
    WrongLine(
      "--format", "jsno", says: "`--format` is one of `csv`, `json`, not `jsno`", near: "json"),
    WrongLine("--threads", "0", says: "`--threads` is a whole number from 1 to 64, not `0`"),
    WrongLine("-j", "two", says: "`-j` is a whole number from 1 to 64, not `two`"),
  ])
  func aWrongLineIsExplained(_ line: WrongLine) {
    do throws(UsageError) {
      _ = try ParsedArguments(line.words, for: declaration)
      Issue.record("accepted")
    } catch {
      #expect(error.message == line.message)
      #expect(error.near == line.near)
    }
  }

  @Test func helpListsEveryOption() {
    for declaration in Commands.declarations {
      let help = HelpText(declaration: declaration).text
      for option in declaration.options { #expect(help.contains(HelpText.spelling(option))) }
      for line in help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test func namesAreUniqueAndSaidInAWord() {
    let names = Commands.declarations.map(\.name)
    #expect(Set(names).count == names.count)
    for declaration in Commands.declarations {
      let options = declaration.options.flatMap(\.names)
      #expect(Set(options).count == options.count, "\(declaration.name)")
      #expect(!declaration.summary.hasSuffix("."))
      #expect(declaration.options.allSatisfy { !$0.help.hasSuffix(".") }, "\(declaration.name)")
    }
  }
}
