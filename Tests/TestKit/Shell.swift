import Foundation

/// Commands run by `bash` in a folder, with the `quote` that this test run
/// built at the front of the search path.
package struct Shell: Sendable {
  /// What a command printed, standard error mixed in as it came, and how it ended.
  package struct Outcome: Sendable, Equatable {
    package var output: String
    package var status: Int32
  }

  package let folder: URL

  package init(in folder: URL) { self.folder = folder }

  /// Where the test run's own products lie.
  package static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  package static let quote = products.appending(path: "quote")

  package func run(_ command: String, environment: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "exec 2>&1\n" + command]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": Self.products.path + ":/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": folder.path,
    ].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
  }

  /// An empty folder that is gone when the body is done.
  package static func inTemporaryFolder<Result>(
    _ body: (Shell) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "quote-case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(Shell(in: folder))
  }
}
