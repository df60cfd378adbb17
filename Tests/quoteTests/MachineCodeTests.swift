import Foundation
import TestKit
import Testing

@testable import QuoteEngine

/// Plans are run without machine code and with each kind that this processor has.
@Suite struct MachineCodeTests {
  private static let flags: Set<String> = {
    let told = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = told.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    return Set(line.split(separator: " ").map { String($0) })
  }()

  /// What other tests go through is what the processor says that it has.
  @Test func eachKindThatIsHereIsTested() {
    let has512 = ["avx512f", "avx512bw", "avx512dq", "avx512vl", "bmi2"].allSatisfy {
      Self.flags.contains($0)
    }
    #expect(LoopInstructions.here.contains(.avx512) == has512)
    #expect(LoopInstructions.here.contains(.avx2) == Self.flags.contains("avx2"))
  }

  @Test(arguments: ["umuve", "autodetail", "parcel", "tiers", "electricity"])
  func pricesAreTheSame(name: String) throws {
    try Shell.inTemporaryFolder { shell in
      let rules = Repository.root.appending(path: "rules/\(name).yaml").path
      let made = try shell.run("quote sample --rules \(rules) --rows 3000 > bookings.csv")
      #expect(made.status == 0, "\(made.output)")
      let price = "quote price --rules \(rules) --machine-code"
      let plain = try shell.run("\(price) none bookings.csv")
      #expect(plain.status < 2, "\(plain.output.suffix(500))")
      for kind in LoopInstructions.allCases {
        let outcome = try shell.run("\(price) \(kind) bookings.csv")
        if LoopInstructions.here.contains(kind) {
          #expect(outcome == plain, "\(kind)")
        } else {
          #expect(outcome.status == 2 && outcome.output.contains("machine code"), "\(kind)")
        }
      }
    }
  }
}
