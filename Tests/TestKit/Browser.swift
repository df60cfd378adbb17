import Foundation

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
        --window-size=\(width),1000 --dump-dom "file://$PWD/page.html#\(choice)" 2>/dev/null
        """
      ).output
    }
  }
}
