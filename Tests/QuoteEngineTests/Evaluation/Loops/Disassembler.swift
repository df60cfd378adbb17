import Foundation
import TestKit

@testable import QuoteEngine

/// `objdump` as a witness for machine code.
enum Disassembler {
  static let isHere = FileManager.default.isExecutableFile(atPath: "/usr/bin/objdump")

  /// The instructions that codes are, one after the other, in AT&T's notation with the target last.
  static func instructions(of codes: [MachineCode]) throws -> [String] {
    try Shell.inTemporaryFolder { shell in
      let path = shell.folder.appending(path: "code")
      try Data(codes.flatMap { unsafe runnableBytes(of: $0) }).write(to: path)
      let printed = try shell.run(
        "objdump -D -w --no-show-raw-insn -b binary -m i386:x86-64 code")
      // `   4f:\tvpaddd %zmm2,%zmm1,%zmm0`, below some lines of a heading.
      return printed.output.split(separator: "\n").compactMap { line in
        guard let tab = line.firstIndex(of: "\t"), line[..<tab].hasSuffix(":") else { return nil }
        return line[line.index(after: tab)...].split(separator: " ").joined(separator: " ")
      }
    }
  }

  @unsafe private static func runnableBytes(of code: MachineCode) -> [UInt8] {
    guard let memory = unsafe code.runnable() else { return [] }
    return unsafe Array(memory)
  }

  /// An instruction without the numbers of its registers, and those that say where and how much:
  /// `vpaddd _(%rdx){1to16},%zmm,%zmm{%k}`.
  static func shape(_ instruction: String) -> String {
    var shape: [UInt8] = []
    var word: [UInt8] = []
    func end() {
      // Mnemonics, `{1to16}` and the scale of an index keep their digits.
      let text = String(decoding: word, as: UTF8.self)
      if text.hasPrefix("0x") || text.hasPrefix("$0x") {
        shape += Array((text.hasPrefix("$") ? "$_" : "_").utf8)
      } else if text.hasPrefix("%"), !text.hasPrefix("%r") || text.hasPrefix("%r8") {
        shape += word.filter { !(48...57).contains($0) }
      } else {
        shape += word
      }
      word = []
    }
    for byte in instruction.utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        end()
        shape.append(byte)
      default: word.append(byte)
      }
    }
    end()
    return String(decoding: shape, as: UTF8.self)
  }
}
