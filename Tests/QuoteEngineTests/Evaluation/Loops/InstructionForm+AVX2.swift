@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Every form that loops of AVX2 are made of.
extension InstructionForm {
  static let avx2: [InstructionForm] = memory2 + numbers2 + widths2 + places2

  private static func vex(
    _ operation: VectorOperation, _ mnemonic: String, _ register: Operand = .y,
    first: Operand? = nil, _ last: Operand = .y, immediate: UInt8? = nil, writesLast: Bool = false,
    length: VectorLength = .bits256
  ) -> InstructionForm {
    InstructionForm(
      operation: operation, mnemonic: mnemonic, register: register, first: first, last: last,
      length: length, immediate: immediate, writesLast: writesLast)
  }

  private static let memory2 = [
    vex(.load32, "vmovdqu", .y, .cells(4)), vex(.load32, "vmovdqu", .y, .cells(8)),
    vex(.load32, "vmovdqu", .y, .stack),
    vex(.store32, "vmovdqu", .y, .cells(4), writesLast: true),
    vex(.store32, "vmovdqu", .y, .cells(8), writesLast: true),
    vex(.store32, "vmovdqu", .y, .stack, writesLast: true),
    vex(.broadcast32, "vpbroadcastd", .y, .pool), vex(.broadcastLong, "vpbroadcastq", .y, .pool),
    vex(.flagsOfBytes, "vpmovzxbd", .y, .cells(1)),
    vex(.storeLowEight, "vmovq", .x, .cells(1), writesLast: true, length: .bits128),
    vex(.and, "vpand", .y, first: .y, .pool), vex(.equal32, "vpcmpeqd", .y, first: .y, .pool),
    vex(.and, "vpand", .x, first: .x, .pool, length: .bits128),
    vex(.packTo16, "vpackssdw", .x, first: .x, .x, length: .bits128),
    vex(.packTo8, "vpacksswb", .x, first: .x, .x, length: .bits128),
  ]

  private static let numbers2 =
    [
      (VectorOperation.add32, "vpaddd"), (.subtract32, "vpsubd"), (.multiply32, "vpmulld"),
      (.least32, "vpminsd"), (.greatest32, "vpmaxsd"), (.leastUnsigned32, "vpminud"),
      (.add64, "vpaddq"), (.subtract64, "vpsubq"), (.multiplyLong, "vpmuldq"),
      (.multiplyUnsigned, "vpmuludq"), (.equal32, "vpcmpeqd"), (.greater32, "vpcmpgtd"),
      (.equal64, "vpcmpeqq"), (.greater64, "vpcmpgtq"), (.and, "vpand"), (.or, "vpor"),
      (.xor, "vpxor"), (.addDouble, "vaddpd"), (.subtractDouble, "vsubpd"),
      (.multiplyDouble, "vmulpd"), (.divideDouble, "vdivpd"), (.leastDouble, "vminpd"),
      (.greatestDouble, "vmaxpd"),
    ].map { vex($0, $1, .y, first: .y) }
    + PriceExpression.Comparison.allCases.map { comparison in
      var form = vex(
        .compareDouble, "vcmp\(comparison.doubleWord)pd", .y, first: .y,
        immediate: comparison.ofDoubles)
      form.isNamedByImmediate = true
      return form
    }
    + [
      vex(.absolute32, "vpabsd"), vex(.roundDouble, "vroundpd", immediate: 0b1011),
      vex(.blendBy, "vpblendd", .y, first: .y, immediate: 0b0101_0101),
    ]

  private static let widths2 = [
    vex(.widen32, "vpmovsxdq", .y, .x), vex(.doubleOf32, "vcvtdq2pd", .y, .x),
    vex(.cutTo32, "vcvttpd2dq", .x, .y),
    vex(.upperFour, "vextracti128", .y, .x, immediate: 1, writesLast: true),
    vex(.withUpperFour, "vinserti128", .y, first: .y, .x, immediate: 1),
  ]

  private static let places2 = [
    vex(.permute32, "vpermd", .y, first: .y, .pool),
    vex(.twoOfEach, "vshufps", .y, first: .y, immediate: 0b10_00_10_00),
    vex(.twoOfEach, "vshufps", .y, first: .y, .cells(8), immediate: 0b10_00_10_00),
    vex(.permuteBy64, "vpermq", immediate: 0b11_01_10_00),
  ]
}
