import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct QuoteWriterTests {
  @Test func everyColumnAsCSV() throws {
    let world = SmallWorld()
    #expect(
      world.written(.csv, try world.columns(carried: ["note"])) == #"""
        booking_id,status,junk,quote.surge,whole,total,factor,day,size,open,place,surge,items,reasons,fault_field,fault_value,fault_message,note
        b-1,quoted,130.05,19.50,149.55,149.55,1.15,,"a,b",yes,"40.7,-74",19.50,"[{""third"":0.333333333333,""what"":""2 × sofa""},{""third"":0.666666666667,""what"":""say \""hi\""\n\u0001""}]",Weekend; a; b,,,,"north, of it"
        "b""2""",declined,,,,,,,,,,,,"too	far",,,," padded"
        "b,3",fault,,,,,,,,,,,,out-of-range,items[2].quantity,"1,000","`1,000` is not a number","too	far"

        """#)
  }

  @Test func everyColumnAsJSON() throws {
    let world = SmallWorld()
    let text = world.written(.json, try world.columns(carried: ["note"]))
    #expect(
      text == #"""
        [
        {"booking_id":"b-1","status":"quoted","lines":[{"id":"junk","kind":"line","amount":130.05,"instances":[{"element":1,"label":"2 × sofa","amount":130.00},{"element":2,"label":"say \"hi\"\n\u0001","amount":0.05}]},{"id":"surge","kind":"line","amount":19.50,"running":149.55,"reasons":["Weekend","a; b"]},{"id":"whole","kind":"subtotal","amount":19.50,"running":149.55}],"total":149.55,"outputs":{"factor":1.15,"day":null,"size":"a,b","open":true,"place":{"lat":40.7,"lng":-74},"surge":19.50,"items":[{"third":0.333333333333,"what":"2 × sofa"},{"third":0.666666666667,"what":"say \"hi\"\n\u0001"}]},"input":{"note":"north, of it"}},
        {"booking_id":"b\"2\"","status":"declined","total":null,"reason":"too\tfar","input":{"note":" padded"}},
        {"booking_id":"b,3","status":"fault","total":null,"fault":{"reason":"out-of-range","record":14,"line":20,"field":"items[2].quantity","value":"1,000","message":"`1,000` is not a number"},"input":{"note":"too\tfar"}}
        ]

        """#)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    #expect(parsed?.count == 3)
    let lines = world.written(.jsonl, try world.columns(carried: ["note"]))
    #expect("[\n" + lines.dropLast().replacingOccurrences(of: "\n", with: ",\n") + "\n]\n" == text)
  }

  @Test func chosenColumnsAndNoOthers() throws {
    let world = SmallWorld()
    let names = ["booking_id", "total", "junk", "quote.surge", "record"]
    #expect(
      world.written(.csv, try world.columns(names)) == """
        booking_id,total,junk,quote.surge,record
        b-1,149.55,130.05,19.50,12
        "b""2""\",,,,13
        "b,3",,,,14

        """)
    #expect(
      world.written(.jsonl, try world.columns(names + ["reasons"])) == #"""
        {"booking_id":"b-1","total":149.55,"junk":130.05,"quote.surge":19.50,"record":12,"reasons":["Weekend","a; b"]}
        {"booking_id":"b\"2\"","total":null,"junk":null,"quote.surge":null,"record":13,"reasons":["too\tfar"]}
        {"booking_id":"b,3","total":null,"junk":null,"quote.surge":null,"record":14,"reasons":["out-of-range"]}

        """#)
  }

  @Test func anUnknownColumnSuggestsANearOne() throws {
    let world = SmallWorld()
    do {
      _ = try world.columns(["totl"])
      Issue.record("accepted")
    } catch let error as UnknownColumn {
      #expect(
        error.trouble.message
          == "no line, output or other column is called `totl`; did you mean `total`?")
    }
  }

  @Test(arguments: [(Arithmetic.python, "130.0,0.0,True"), (.javascript, "130,0,true")])
  func binaryProfilesPrintAsTheirLanguage(_ arithmetic: Arithmetic, _ expected: String) throws {
    let world = SmallWorld(arithmetic)
    world.quotes.columns[1].doubles[0] = 130
    world.quotes.columns[4].doubles[0] = 0
    let text = world.written(.csv, try world.columns(["junk", "quote.surge", "open"]))
    #expect(text.split(separator: "\n")[1] == expected)
    world.quotes.columns[1].doubles[0] = .nan
    let json = world.written(.jsonl, try world.columns(["junk"]))
    #expect(json.hasPrefix("{\"junk\":null}\n"))
  }

  @Test func chunksOfManyWritersJoin() throws {
    let world = SmallWorld()
    let columns = try world.columns()
    let path = NSTemporaryDirectory() + "quotes-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try QuoteSink(file: AtomicFile(path: path), writer: columns.writer(.json))
    var late: [(ByteBuffer, QuoteSink.Place)] = []
    for _ in 0..<3 {
      let buffer = ByteBuffer()
      columns.writer(.json).append(world.quotes, of: world.bookings, to: buffer)
      let place = try #require(try sink.take(buffer))
      #expect(try sink.take(ByteBuffer()) == nil)
      late.append((buffer, place))
    }
    for (buffer, place) in late.reversed() {
      try sink.write(buffer, to: place)
      #expect(buffer.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    try sink.finish()
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect((try JSONSerialization.jsonObject(with: data) as? [Any])?.count == 9)
    let empty = try QuoteSink(file: AtomicFile(path: path), writer: columns.writer(.json))
    try empty.finish()
    #expect(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        as? [Int] == [])
  }

  @Test func everyTextSurvivesPythonsReaders() throws {
    var generator = SeededGenerator(seed: 41)
    let alphabet = Array(",\"\n\r\t \\/\u{0}\u{1}\u{1f}\u{7f}ab;é€😀\u{2028}'")
    let texts = (0..<500).map { _ in
      String(
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator)!
        })
    }
    let (csv, json) = (ByteBuffer(capacity: 1), ByteBuffer(capacity: 1))
    for text in texts {
      let start = csv.count
      csv.append(text: text.replacingOccurrences(of: "\0", with: ""), as: .csv)
      csv.append(text: ",")
      csv.append(text: "x\n")
      json.append(text: text, as: .json)
      json.append(text: "\n")
      // The slow way in place says the same.
      let again = ByteBuffer()
      again.append(text: text.replacingOccurrences(of: "\0", with: ""))
      again.quoteCSV(from: 0)
      #expect(csv.string.utf8.dropFirst(start).elementsEqual((again.string + ",x\n").utf8))
    }
    let script = """
      import csv, io, json, sys
      lines = sys.stdin.read().split('\\n')
      for line in lines[:-1]:
        kind, hex = line.split(' ')
        text = bytes.fromhex(hex).decode()
        if kind == 'csv': values = [row[0] for row in csv.reader(io.StringIO(text, newline=''))]
        else: values = [json.loads(part) for part in text.split('\\n')[:-1]]
        for value in values: print(value.encode().hex())
      """
    func hex(_ buffer: ByteBuffer) -> String {
      Array(buffer.string.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    guard
      let lines = try Interpreter.python3.run(
        script, input: "csv \(hex(csv))\njson \(hex(json))\n")
    else { return }
    let expected = texts.map { $0.replacingOccurrences(of: "\0", with: "") } + texts
    #expect(lines.count == expected.count)
    for (line, text) in zip(lines, expected) {
      let wanted = Array(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(line == wanted)
    }
  }
}

@Suite struct AtomicFileTests {
  private let folder = NSTemporaryDirectory() + "atomic-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, to path: String, commits: Bool = true) throws {
    let file = try AtomicFile(path: path)
    let buffer = ByteBuffer()
    buffer.append(text: text)
    try file.write(buffer)
    if commits { try file.commit() }
  }

  @Test func wholeOrNotAtAll() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/out.csv"
    try write("first", to: path)
    try write("second", to: path, commits: false)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    try write("third", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "third")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out.csv"])
  }

  /// Parts of a large file are on their way to the disk before all are written.
  @Test func aLargeFileReplacesAnother() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/out.csv"
    try write("first", to: path)
    let file = try AtomicFile(path: path)
    let part = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let places = (0..<40).map { _ in file.reserve(part.count) }
    for pair in stride(from: 0, to: 40, by: 2) {
      for place in [places[pair + 1], places[pair]] {
        unsafe try part.withUnsafeBufferPointer { unsafe try file.write($0, at: place) }
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    try file.commit()
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(written.count == 40 * part.count)
    #expect(places.allSatisfy { written[$0..<$0 + part.count] == Data(part) })
  }

  @Test func aLinkStaysALinkAndAModeAMode() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (path, link) = (folder + "/real.csv", folder + "/link.csv")
    try write("first", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try write("second", to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "second")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func troubles() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(refusal { try write("x", to: "/nowhere/out.csv") } == "unwritable-file")
    #expect(throws: Trouble("unwritable-file", "`\(folder)` is a folder, not a file")) {
      try write("x", to: folder)
    }
    if FileManager.default.fileExists(atPath: "/dev/full") {
      do {
        try write("x", to: "/dev/full")
        Issue.record("a full disk took bytes")
      } catch let trouble as Trouble {
        #expect(trouble.id == "full-disk")
      }
      #expect(FileManager.default.fileExists(atPath: "/dev/full"))
    }
    try write("x", to: "/dev/null")
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }
}
