import Foundation
import QuoteSyntax

/// A browser of the Chromium family, as Debian's package `chromium` has it.
package enum Browser {
  private static let program = ["chromium", "chromium-browser", "google-chrome"]
    .map { "/usr/bin/" + $0 }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Tests that open pages need one; `.ci/run` installs it.
  package static let isThere = program != nil

  /// The page as the browser has it once its scripts have run, at an address that ends with what
  /// was chosen.
  package static func opened(
    _ page: String, _ choice: String = "", width: Int = 1400, isDark: Bool = false
  ) throws -> String {
    guard let program else { throw CocoaError(.executableNotLoadable) }
    return try Shell.inTemporaryFolder { shell in
      try Data(page.utf8).write(to: shell.folder.appending(path: "page.html"))
      return try shell.run(
        """
        timeout 300 \(program) --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir=profile --blink-settings=preferredColorScheme=\(isDark ? 0 : 1) \
        --window-size=\(width),1000 --dump-dom \
        "file://$PWD/page.html#\(choice)" 2>/dev/null
        """
      ).output
    }
  }

  /// How a page is looked at.
  package struct Look: Sendable, Hashable {
    package var width: Int
    package var isDark = false
    /// With the styles of paper, which a picture of a screen does not have by itself.
    package var isPrinted = false

    package init(width: Int, isDark: Bool = false, isPrinted: Bool = false) {
      self.width = width
      self.isDark = isDark
      self.isPrinted = isPrinted
    }

    package var name: String { "\(width)" + (isDark ? "-dark" : "") + (isPrinted ? "-print" : "") }
  }

  /// A picture of the upper part of a page, at half its size, as PNG. The page stands in a frame,
  /// for windows are never as narrow as phones.
  package static func picture(
    of page: String, _ look: Look, height: Int = 1000
  ) throws -> Data {
    guard let program else { throw CocoaError(.executableNotLoadable) }
    let page = look.isPrinted ? page.replacing("@media print", with: "@media all") : page
    return try Shell.inTemporaryFolder { shell in
      try Data(page.utf8).write(to: shell.folder.appending(path: "page.html"))
      let frame =
        "<!doctype html><style>body{margin:0}iframe{border:0;display:block}</style>"
        + "<iframe src=\"page.html\" width=\"\(look.width)\" height=\"\(height)\"></iframe>"
      try Data(frame.utf8).write(to: shell.folder.appending(path: "frame.html"))
      _ = try shell.run(
        """
        timeout 300 \(program) --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --hide-scrollbars --force-device-scale-factor=0.5 --user-data-dir=profile \
        --blink-settings=preferredColorScheme=\(look.isDark ? 0 : 1) \
        --window-size=\(look.width),\(height) --screenshot=picture.png \
        "file://$PWD/frame.html" 2>/dev/null
        """)
      return try Data(contentsOf: shell.folder.appending(path: "picture.png"))
    }
  }

  /// Pairs of pictures held against each other in squares of 4 pixels: for each, the share of
  /// squares whose mean brightness differs by more than a tenth of the whole scale, and nil where
  /// they are not of one size.
  package static func differences(_ pairs: [(Data, Data)]) throws -> [Double?] {
    let images = pairs.flatMap { [$0.0, $0.1] }
      .map { "<img src=\"data:image/png;base64,\($0.base64EncodedString())\">" }
    let page = """
      <!doctype html><title>none</title><body>\(images.joined())<script>
      const read = image => {
        const [width, height] = [image.naturalWidth, image.naturalHeight];
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const {data} = context.getImageData(0, 0, width, height);
        const across = Math.ceil(width / 4);
        const sums = new Float64Array(across * Math.ceil(height / 4));
        for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at += 4) {
          const light = 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
          sums[(y >> 2) * across + (x >> 2)] += light / 16;
        }
        return {size: width + 'x' + height, sums};
      };
      addEventListener('load', () => {
        const images = [...document.images], found = [];
        for (let index = 0; index < images.length; index += 2) {
          const [a, b] = [read(images[index]), read(images[index + 1])];
          const off = a.sums.filter((sum, at) => Math.abs(sum - b.sums[at]) > 25.5).length;
          found.push(a.size === b.size ? (off / a.sums.length).toFixed(5) : 'size');
        }
        document.title = 'off ' + found.join(' ');
      });
      </script></body>
      """
    let document = try opened(page)
    let words = document.firstMatch(of: kept(#/<title>off ([^<]*)/#))?.1.split(separator: " ") ?? []
    return words.map { Double($0) }
  }
}
