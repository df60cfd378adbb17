import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Fields of maps that list many.
@Suite struct ListedReaderTests {
  static let fields = [
    "'\"a.b\"': v20", "a.b: v21", "a.c.d: v22", "lines[name=x].cents: v23", "lines[name=y]: v24",
  ]

  /// Fields that are looked up together say what each says by itself.
  @Test func manyReadAsEach() throws {
    let many = (0..<20).map { "m\($0): v\($0)" } + Self.fields
    let text = ConversionTests.map + many.map { "      \($0)\n" }.joined()
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    let form = try #require(map.forms.first)
    let listed = ListedField.all(form.fields)
    func reader(_ fields: [ListedField]) -> ListedReader {
      ListedReader(
        fields, in: FieldTree(tolerances: Tolerances(), minorUnit: Ratio(1, 100)), form: form,
        watch: EntryWatch(), isBinary: false)
    }
    #expect(listed.count == many.count)
    let (together, alone) = (reader(listed), listed.map { reader([$0]) })
    var generator = SeededGenerator(seed: 31)
    let records = JSONRecordReader()
    var count = 0
    for _ in 0..<300 {
      let buffer = ByteBuffer()
      buffer.append(text: Self.object(&generator))
      let end = buffer.count
      for _ in 0..<InputChunk.padding { buffer.append(0x20) }
      guard case .success(let node) = records.read(buffer.slice(0, end)) else { continue }
      together.read(node) { _ in nil }
      for field in listed.indices {
        alone[field].read(node) { _ in nil }
        let (value, own) = (together.value(field)?.json, alone[field].value(0)?.json)
        #expect(value == own, "\(listed[field].ours)")
        count += value == nil ? 0 : 1
      }
    }
    #expect(count > 2000)
  }

  /// Some of the members, in any order, some twice.
  private static func object(_ generator: inout SeededGenerator) -> String {
    var members = (0..<22).map { "\"m\($0)\":\($0)" }
    members += [
      "\"a.b\":1", "\"a\":{\"b\":2,\"c\":{\"d\":3}}", "\"a\":{\"b\":[4]}", "\"a\":5", "\"m3\":null",
      "\"lines\":[{\"name\":\"x\",\"cents\":6},{\"name\":\"y\"},{\"name\":\"x\",\"cents\":7}]",
      "\"b\":8",
    ]
    let some = members.filter { _ in UInt8.random(in: 0..<4, using: &generator) > 0 }
    return "{" + some.shuffled(using: &generator).joined(separator: ",") + "}"
  }
}
