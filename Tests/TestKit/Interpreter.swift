import Foundation

/// Another language's interpreter as a witness: fed lines, answering lines.
package enum Interpreter: String {
  case python3, node

  /// What `script` prints for `input`; nil where the interpreter is missing,
  /// which is said aloud, so that no run is silently thinner.
  package func run(_ script: String, input: String) throws -> [Substring]? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("witness-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("script")
    let inbox = folder.appendingPathComponent("in")
    let outbox = folder.appendingPathComponent("out")
    try Data(script.utf8).write(to: source)
    try Data(input.utf8).write(to: inbox)
    try Data().write(to: outbox)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [rawValue, source.path]
    process.standardInput = try FileHandle(forReadingFrom: inbox)
    process.standardOutput = try FileHandle(forWritingTo: outbox)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      print("SKIPPED: \(rawValue) is not installed, so nothing was compared with it")
      return nil
    }
    guard process.terminationStatus == 0 else { throw Failed(interpreter: rawValue) }
    let text = String(decoding: try Data(contentsOf: outbox), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  package struct Failed: Error { package var interpreter: String }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same values from the same seed
/// anywhere.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
