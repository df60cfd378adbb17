@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Every form that loops of AVX-512 are made of.
extension InstructionForm {
  static let avx512: [InstructionForm] =
    memory512 + numbers512 + comparisons512 + widths512 + places512

  private static func evex(
    _ operation: VectorOperation, _ mnemonic: String, _ register: Operand, first: Operand? = nil,
    _ last: Operand, _ masking: Masking = .none, immediate: UInt8? = nil, writesLast: Bool = false,
    length: VectorLength = .bits512
  ) -> InstructionForm {
    InstructionForm(
      operation: operation, mnemonic: mnemonic, register: register, first: first, last: last,
      masking: masking, length: length, immediate: immediate, writesLast: writesLast)
  }

  private static let memory512 =
    [
      evex(.load8, "vmovdqu8", .x, .cells(1), length: .bits128),
      evex(.load8, "vmovdqu8", .x, .cells(1), .zeroed, length: .bits128),
      evex(.load8, "vmovdqu8", .x, .pool, .zeroed, length: .bits128),
      evex(.store8, "vmovdqu8", .x, .cells(1), writesLast: true, length: .bits128),
      evex(.store8, "vmovdqu8", .x, .cells(1), .kept, writesLast: true, length: .bits128),
      evex(.load32, "vmovdqu32", .z, .cells(4)),
      evex(.load32, "vmovdqu32", .z, .cells(4), .zeroed),
      evex(.load32, "vmovdqu32", .z, .pool),
      evex(.load32, "vmovdqu32", .z, .z),
      evex(.load32, "vmovdqu32", .z, .z, .kept),
      evex(.load32, "vmovdqu32", .z, .z, .zeroed),
      evex(.store32, "vmovdqu32", .z, .cells(4), writesLast: true),
      evex(.store32, "vmovdqu32", .z, .cells(4), .kept, writesLast: true),
      evex(.load64, "vmovdqu64", .z, .cells(8)),
      evex(.load64, "vmovdqu64", .z, .cells(8), .zeroed),
      evex(.load64, "vmovdqu64", .z, .stack),
      evex(.load64, "vmovdqu64", .z, .z, .zeroed),
      evex(.store64, "vmovdqu64", .z, .cells(8), writesLast: true),
      evex(.store64, "vmovdqu64", .z, .cells(8), .kept, writesLast: true),
      evex(.store64, "vmovdqu64", .z, .stack, writesLast: true),
    ]
    + [Masking.none, .zeroed].flatMap { masking in
      [
        evex(.broadcast32, "vpbroadcastd", .z, .pool, masking),
        evex(.broadcast64, "vpbroadcastq", .z, .pool, masking),
      ]
    }

  private static let numbers512 =
    [
      (VectorOperation.add32, "vpaddd", 16), (.subtract32, "vpsubd", 16),
      (.multiply32, "vpmulld", 16), (.least32, "vpminsd", 16), (.greatest32, "vpmaxsd", 16),
      (.leastUnsigned32, "vpminud", 16), (.add64, "vpaddq", 8), (.subtract64, "vpsubq", 8),
      (.multiply64, "vpmullq", 8), (.multiplyLong, "vpmuldq", 8), (.least64, "vpminsq", 8),
      (.greatest64, "vpmaxsq", 8), (.addDouble, "vaddpd", 8), (.subtractDouble, "vsubpd", 8),
      (.multiplyDouble, "vmulpd", 8), (.divideDouble, "vdivpd", 8), (.leastDouble, "vminpd", 8),
      (.greatestDouble, "vmaxpd", 8),
    ].flatMap { operation, mnemonic, lanes in
      [Operand.z, .lanes(lanes)].map { evex(operation, mnemonic, .z, first: .z, $0) }
    } + [
      evex(.add32, "vpaddd", .z, first: .z, .lanes(16), .kept),
      evex(.absolute32, "vpabsd", .z, .z), evex(.absolute64, "vpabsq", .z, .z),
      evex(.and64, "vpandq", .z, first: .z, .lanes(8)),
      evex(.xor64, "vpxorq", .z, first: .z, .lanes(8)),
      evex(.ternary64, "vpternlogq", .z, first: .z, .lanes(8), immediate: 0xEA),
    ]

  private static let comparisons512 = PriceExpression.Comparison.allCases.flatMap { comparison in
    [
      (VectorOperation.compare32, "vpcmp\(comparison.integerWord)d", 16, comparison.ofIntegers),
      (.compare64, "vpcmp\(comparison.integerWord)q", 8, comparison.ofIntegers),
      (.compareDouble, "vcmp\(comparison.doubleWord)pd", 8, comparison.ofDoubles),
    ].flatMap { operation, mnemonic, lanes, predicate in
      [Operand.z, .lanes(lanes)].map { last in
        var form = evex(operation, mnemonic, .k, first: .z, last, immediate: predicate)
        form.isNamedByImmediate = true
        return form
      }
    }
  } + [
    evex(.test8, "vptestmb", .k, first: .x, .x, length: .bits128),
    evex(.test32, "vptestmd", .k, first: .z, .lanes(16)),
  ]

  private static let widths512 = [
    evex(.widen32, "vpmovsxdq", .z, .y), evex(.doubleOf32, "vcvtdq2pd", .z, .y),
    evex(.doubleOf64, "vcvtqq2pd", .z, .z), evex(.cutTo32, "vcvttpd2dq", .y, .z),
    evex(.cutTo64, "vcvttpd2qq", .z, .z),
    evex(.upperHalf, "vextracti64x4", .z, .y, immediate: 1, writesLast: true),
    evex(.withUpperHalf, "vinserti64x4", .z, first: .z, .y, immediate: 1),
  ]

  private static let places512 =
    [
      evex(.permute32, "vpermd", .z, first: .z, .pool),
      evex(.gather32, "vpgatherdd", .z, .places("z"), .kept),
    ]
    + [Operand.pool, .z, .cells(8)].map {
      evex(.permuteTwo32, "vpermi2d", .z, first: .z, $0)
    }
    + [(VectorOperation.blend32, "vpblendmd", 16), (.blend64, "vpblendmq", 8)].flatMap {
      operation, mnemonic, lanes in
      [Operand.z, .lanes(lanes)].map { evex(operation, mnemonic, .z, first: .z, $0, .kept) }
    }
}

extension PriceExpression.Comparison {
  /// As the mnemonic of the instruction that compares integers has it.
  fileprivate var integerWord: String {
    switch self {
    case .equal: "eq"
    case .notEqual: "neq"
    case .less: "lt"
    case .lessOrEqual: "le"
    case .greater: "nle"
    case .greaterOrEqual: "nlt"
    }
  }

  /// As that of the one that compares doubles has it: what is not ordered is only not equal.
  var doubleWord: String {
    switch self {
    case .equal: "eq"
    case .notEqual: "neq"
    case .less: "lt"
    case .lessOrEqual: "le"
    case .greater: "gt"
    case .greaterOrEqual: "ge"
    }
  }
}
