import Foundation
import Synchronization
import TestKit
import Testing

/// Pictures of all pages, as a browser draws them: on a phone, on a screen, in the dark and on
/// paper. They are held against those in `Tests/Fixtures/pages`, which somebody has looked at;
/// `UPDATE_CASES=1` writes new ones, to be looked at again.
@Suite(.enabled(if: Browser.isThere, "there is no browser"), .serialized) struct PictureTests {
  /// So much of a picture may look different: another version of the browser draws edges of
  /// letters in another way. Another margin or a missing bar moves more.
  static let tolerance = 0.02

  static let pages = ["explain", "customer", "diff", "impact", "profile"]
  static let looks = [
    Browser.Look(width: 400), Browser.Look(width: 1200), Browser.Look(width: 1200, isDark: true),
    Browser.Look(width: 760, isPrinted: true),
  ]
  private static let folder = Repository.root.appending(path: "Tests/Fixtures/pages")
  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1"

  /// Pages by their names, each made once.
  private static let made = Mutex<[String: String]>([:])

  private static func make(_ page: String) throws -> String {
    if let known = made.withLock({ $0[page] }) { return known }
    let fixtures = folder.path
    let rules = "--rules \(fixtures)/tram.yaml"
    let more = "--set let.rate=9% --set 'quote.ride.amount=€2.10 * zones'"
    let words =
      switch page {
      case "explain": "explain \(rules) --first 3 --why-not --changes"
      case "customer": "explain \(rules) --for customer --first 3"
      case "diff": "diff \(rules) --against-set let.rate=9%"
      case "impact": "impact \(rules) \(more) --by kind"
      default: "profile \(rules)"
      }
    let html = try Shell.inTemporaryFolder { shell in
      _ = try shell.run(
        "quote \(words) \(fixtures)/tram.csv -o page.html > /dev/null 2>&1")
      return try String(contentsOf: shell.folder.appending(path: "page.html"), encoding: .utf8)
    }
    made.withLock { $0[page] = html }
    return html
  }

  @Test func allPagesLookAsTheyDid() throws {
    var pairs: [(name: String, is: Data, was: Data)] = []
    for page in Self.pages {
      let html = try Self.make(page)
      #expect(!html.contains(Repository.root.path), "a folder of the machine is in \(page)")
      for look in Self.looks {
        let picture = try Browser.picture(of: html, look)
        let name = "\(page)-\(look.name).png"
        let file = Self.folder.appending(path: name)
        if Self.isUpdating {
          try picture.write(to: file)
        } else {
          pairs.append((name, picture, try Data(contentsOf: file)))
        }
      }
    }
    let found = try Browser.differences(pairs.map { ($0.is, $0.was) })
    #expect(found.count == pairs.count)
    for (pair, share) in zip(pairs, found) {
      let share = try #require(share, "\(pair.name) has another size")
      #expect(share <= Self.tolerance, "\(pair.name): \(share * 100) % of it look different")
    }
  }

  /// A bar that is missing is seen.
  @Test func whatLooksDifferentIsFound() throws {
    let html = try Self.make("profile")
    let look = Browser.Look(width: 1200)
    let whole = try Browser.picture(of: html, look)
    let without = try Browser.picture(of: html.replacing("class=\"tiles\"", with: ""), look)
    let found = try Browser.differences([(whole, whole), (whole, without)])
    #expect(found.count == 2 && found[0] == 0)
    #expect(try #require(found.last ?? nil) > Self.tolerance)
  }

  /// Nothing sticks out on a phone, opened up or not, on any page. All of them are frames of one
  /// page, for a browser takes longer to start than to draw them.
  @Test func nothingSticksOutOnAPhone() throws {
    var (frames, wanted) = ("", [String]())
    for page in Self.pages {
      for isOpen in [false, true] {
        let name = page + (isOpen ? ", opened up" : "")
        wanted.append("\(name): wide 0 out 0 empty 0")
        frames += "<iframe srcdoc=\"\(try Self.probed(page, name, isOpen: isOpen))\" width=\"400\" "
          + "height=\"900\"></iframe>"
      }
    }
    let document = try Browser.opened("<!doctype html><title></title>" + frames)
    let title = document.firstMatch(of: #/<title>([^<]*)/#)?.1 ?? ""
    let found = title.split(separator: ";").map(String.init)
    #expect(found.sorted() == wanted.sorted())
  }

  /// A page, as the text of an attribute, that says in the title of the page around it what sticks
  /// out and what is empty.
  private static func probed(_ page: String, _ name: String, isOpen: Bool) throws -> String {
    let open = isOpen ? "document.querySelectorAll('details').forEach(d => d.open = true);" : ""
    let probe = """
      <script>\(open)
      const wide = document.documentElement.scrollWidth - innerWidth;
      const seen = e => e.offsetParent && !e.closest('.wide') && !e.closest('pre');
      const out = [...document.querySelectorAll('body *')].filter(e => seen(e)
        && e.getBoundingClientRect().right > innerWidth + 1).length;
      const empty = [...document.querySelectorAll('section, aside, article, .card, .tile, table')]
        .filter(e => e.offsetParent && !e.textContent.trim()).length;
      parent.document.title += '\(name): '
        + ['wide', Math.max(0, wide), 'out', out, 'empty', empty].join(' ') + ';';
      </script>
      """
    return try make(page)
      .replacing("default-src 'none'", with: "default-src * 'unsafe-inline'")
      .replacing("</body>", with: probe + "</body>").replacing("&", with: "&amp;")
      .replacing("\"", with: "&quot;")
  }
}
