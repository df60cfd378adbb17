import QuoteEngine
import QuoteLanguage

/// What all pages look like: one palette, light and dark, and one set of
/// letters. A page adds what is its own.
enum PageStyle {
  /// Colours are `--paper`, `--ink` for texts and `--soft` for what matters
  /// less, `--line` and `--band` behind, `--up` and `--down` for money each way,
  /// `--sum` for subtotals, `--hit` for what fired or differs, `--no` for what
  /// is wrong.
  static let base = """
    :root{--paper:#fff;--ink:#1d2329;--soft:#5c6670;--line:#dfe3e8;--band:#f3f5f8;--up:#2f6fab;
    --down:#2d8a57;--sum:#a3acb6;--hit:#fff1bd;--no:#b3261e;color-scheme:light dark}
    @media(prefers-color-scheme:dark){:root{--paper:#14181c;--ink:#e6eaee;--soft:#9aa4ae;
    --line:#2b3238;--band:#1d2328;--up:#6aa9e6;--down:#64c08d;--sum:#59646e;--hit:#433b17;
    --no:#ff8a80}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
    header{padding:1.2rem 1.6rem .4rem}h1{font-size:1.15rem;margin:0 0 .2rem;font-weight:600}
    a{color:var(--up);text-decoration:none}a:hover{text-decoration:underline}
    code{font:13px ui-monospace,monospace}
    small{color:var(--soft)}.no{color:var(--no)}
    .place{font:12px ui-monospace,monospace;color:var(--soft);overflow-wrap:anywhere}

    """
}

extension String {
  /// Safe inside elements and quoted attributes; what would turn the text around it is escaped.
  var escapedForHTML: String {
    var text = ""
    for scalar in bounded.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _ where Self.steers(scalar): text += Self.escape(scalar)
      case _: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Without the middle where that is long, so that no text pushes all others out of sight.
  private var bounded: String {
    let (scalars, most) = (unicodeScalars, 4000)
    guard utf8.count > most, scalars.count > most else { return self }
    return String(scalars.prefix(most - 1000)) + "…" + String(scalars.suffix(1000))
  }

  /// A name in an element, which may break after each of its words.
  var nameForHTML: String { escapedForHTML.replacing("_", with: "_<wbr>") }

  /// JSON that may stand inside a script element: no tag can begin in it.
  var escapedForScript: String {
    utf8.contains(UInt8(ascii: "<")) ? replacing("<", with: "\\u003c") : self
  }
}
