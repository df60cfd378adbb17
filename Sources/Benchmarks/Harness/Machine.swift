import Foundation

/// What the measurements ran on and with.
enum Machine {
  static var facts: [Record.Fact] {
    let lines = file("/proc/cpuinfo").split(separator: "\n")
    let cpu = lines.first { $0.hasPrefix("model name") }
    let memory = file("/proc/meminfo").firstMatch(of: /MemTotal:\s+([0-9]+)/).flatMap { Int($0.1) }
    return [
      .init(
        name: "processor",
        value: cpu.map { String($0.split(separator: ":").last ?? "").trimmed } ?? "unknown"),
      .init(name: "vector instructions", value: vectors(lines.first { $0.hasPrefix("flags") })),
      .init(name: "cores", value: "\(ProcessInfo.processInfo.activeProcessorCount)"),
      .init(name: "caches", value: caches),
      .init(name: "memory", value: memory.map { "\($0 / 1_000_000) GB" } ?? "unknown"),
      .init(name: "kernel", value: file("/proc/sys/kernel/osrelease").trimmed),
      .init(
        name: "system",
        value: String(
          file("/etc/os-release").firstMatch(of: /PRETTY_NAME="([^"]*)"/)?.1 ?? "unknown")),
    ]
  }

  static func versions(_ bench: Workbench) -> [Record.Fact] {
    func first(_ words: [String]) -> String {
      let text = (try? bench.text(of: words)) ?? ""
      return text.split(separator: "\n").first.map(String.init) ?? "missing"
    }
    let packages = ["chdb", "datacompy", "duckdb", "pandas", "polars", "zen-engine"]
    return [
      .init(name: "quote", value: first([bench.quote, "--version"])),
      .init(name: "Swift", value: first(["swift", "--version"])),
      .init(name: "C++", value: first(["g++", "--version"])),
      .init(name: "Python", value: first(["python3", "--version"])),
    ]
      + packages.map { .init(name: $0, value: bench.version(ofPackage: $0) ?? "missing") }
  }

  /// The widest that programs may take, by the processor's flags.
  private static func vectors(_ flags: Substring?) -> String {
    let flags = Set((flags ?? "").split(separator: " "))
    let wide: Set<Substring> = [
      "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx512_vbmi2",
    ]
    if flags.isSuperset(of: wide) { return "AVX-512" }
    if !flags.isDisjoint(with: wide) { return "some of AVX-512, AVX2" }
    return flags.contains("avx2") ? "AVX2" : "neither AVX-512 nor AVX2"
  }

  /// The load average of the last minute.
  static var load: String { String(file("/proc/loadavg").prefix { $0 != " " }) }

  private static var caches: String {
    (0...3).compactMap { index in
      let folder = "/sys/devices/system/cpu/cpu0/cache/index\(index)/"
      let size = file(folder + "size").trimmed
      return size.isEmpty
        ? nil
        : "L\(file(folder + "level").trimmed) \(file(folder + "type").trimmed.lowercased()) \(size)"
    }.joined(separator: ", ")
  }

  private static func file(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
