import Foundation

/// A browser of the Chromium family, as Debian's package `chromium` has it.
package enum Browser {
  private static let program = ["chromium", "chromium-browser", "google-chrome"]
    .map { "/usr/bin/" + $0 }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Tests that open pages need one; `.ci/run` installs it.
  package static let isThere = program != nil

  /// The page as the browser has it once its scripts have run, at an address that ends with what
  /// was chosen; a slow one is waited for.
  package static func opened(
    _ page: String, _ choice: String = "", width: Int = 1400, isDark: Bool = false,
    isSlow: Bool = false
  ) throws -> String {
    guard let program else { throw CocoaError(.executableNotLoadable) }
    return try Shell.inTemporaryFolder { shell in
      try Data(page.utf8).write(to: shell.folder.appending(path: "page.html"))
      return try shell.run(
        """
        timeout 300 \(program) --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir=profile --blink-settings=preferredColorScheme=\(isDark ? 0 : 1) \
        \(isSlow ? "--virtual-time-budget=60000" : "") --window-size=\(width),1000 --dump-dom \
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

  /// A picture of the upper part of a page, as PNG. The page stands in a frame, for windows are
  /// never as narrow as phones.
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
        --hide-scrollbars --force-device-scale-factor=1 --user-data-dir=profile \
        --blink-settings=preferredColorScheme=\(look.isDark ? 0 : 1) \
        --window-size=\(look.width),\(height) --screenshot=picture.png \
        "file://$PWD/frame.html" 2>/dev/null
        """)
      return try Data(contentsOf: shell.folder.appending(path: "picture.png"))
    }
  }

  /// Pairs of pictures held against each other in squares of 8 pixels: for each, the share of
  /// squares whose mean brightness differs by more than a tenth of the whole scale, and nil where
  /// they are not of one size.
  package static func differences(_ pairs: [(Data, Data)]) throws -> [Double?] {
    func image(_ data: Data) -> String { "data:image/png;base64,\(data.base64EncodedString())" }
    let images = pairs.map { "['\(image($0.0))','\(image($0.1))']" }.joined(separator: ",\n")
    let page = """
      <!doctype html><title>none</title><body><script>
      const pairs = [\(images)];
      const read = async source => {
        const image = new Image(); image.src = source; await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
        const {data} = context.getImageData(0, 0, image.width, image.height);
        const across = Math.ceil(image.width / 8), sums = new Map();
        for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) {
          const at = 4 * (y * image.width + x), key = (y >> 3) * across + (x >> 3);
          const light = 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
          const [sum, count] = sums.get(key) || [0, 0]; sums.set(key, [sum + light, count + 1]);
        }
        return {size: image.width + 'x' + image.height, sums};
      };
      (async () => {
        const found = [];
        for (const [one, other] of pairs) {
          const [a, b] = [await read(one), await read(other)];
          if (a.size !== b.size) { found.push('size'); continue; }
          let off = 0;
          for (const [key, [sum, count]] of a.sums) {
            const [sum2, count2] = b.sums.get(key);
            if (Math.abs(sum / count - sum2 / count2) > 25.5) off++;
          }
          found.push((off / a.sums.size).toFixed(5));
        }
        document.title = 'off ' + found.join(' ');
      })();
      </script></body>
      """
    let document = try opened(page, isSlow: true)
    let words = document.firstMatch(of: #/<title>off ([^<]*)/#)?.1.split(separator: " ") ?? []
    return words.map { Double($0) }
  }
}
