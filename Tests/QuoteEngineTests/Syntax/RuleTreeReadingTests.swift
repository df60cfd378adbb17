import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

struct RuleTreeReadingTests {
  @Test func scalarsAreTheirText() throws {
    let rules = try RulesText(
      body: """
        title: no
        inputs:
          a: one of no | 12:30 | 0o17, default no
          b: text, default 1_000
        let:
          t: 12:30
        """)
    #expect(rules.said == [])
    #expect(rules.tree.header.title?.value == "no")
    guard case .field(let field) = rules.tree.inputs[0] else { return }
    #expect(field.written == "one of no | 12:30 | 0o17, default \"no\"")
  }

  @Test(arguments: [
    "text", "optional text", "count [0..1000], default 1", "flag, default yes",
    "distance in mi [0 mi..5000 mi] step 0.1 mi, from distance_miles",
    "optional point, from lat and lng or place", "one of a | b c, default a, from x.y or itself",
    "number >= 0 step 0.01", "money < 100", "text, key",
    "optional number, from a[key=minimum].value",
    "text, read as integer, falsy is missing", "seat (0..5)", "text, from \"Item Name\"",
    "weight in kg, default 2 kg",
  ])
  func phrases(text: String) throws {
    let rules = try RulesText(body: "units: [seat]\ninputs:\n  x: \(text)\n")
    #expect(rules.said == [])
    guard case .field(let field)? = rules.tree.inputs.first else { return }
    // Defaults of texts and words are dumped with quotation marks.
    #expect(field.written.filter { $0 != "\"" } == text.filter { $0 != "\"" })
  }

  @Test func listsAndExtraElements() throws {
    let rules = try RulesText(
      body: """
        inputs:
          items:
            each:
              category: text, from category or itself
              jobs:
                each:
                  job: text
            keep: category != "none"
            from:
              - items
              - itself
              - { when: "volume > 0", category: yard_waste, quantity: = trunc(volume) }
            at_most: 5
            cell: "category:size*quantity;"
        """)
    #expect(rules.said == [])
    guard case .list(let list)? = rules.tree.inputs.first else { return }
    #expect(list.fields.count == 2 && list.sources.count == 3)
    #expect(list.atMost?.value == 5)
    #expect(list.cell?.value == "category:size*quantity;")
    guard case .extra(let when, let fields, _) = list.sources[2] else { return }
    #expect(when?.written == "volume > 0")
    #expect(fields.map(\.value.written) == ["yard_waste", "= trunc(volume)"])
    #expect(rules.sources.text(at: fields[1].value.raw.span) == "= trunc(volume)")
  }

  @Test func matrixIsSpreadInReadingOrder() throws {
    let rules = try RulesText(
      body: """
        let:
          price:
            first: |
              # a comment
              | a        || lower(size): small | - |
              | x, "y|z" || $1                 | - |

              | not(q)   || $3                 | $4 |
        """)
    #expect(rules.said == [])
    let table = try #require(rules.table("price"))
    #expect(table.isMatrix && table.keys.map(\.written) == ["a", "lower(size)"])
    #expect(table.values.map(\.value) == ["price"])
    let rows = table.rows.map { "\($0.keys.map(\.written)) \($0.values.map(\.written))" }
    #expect(
      rows == [
        #"["x, \"y|z\"", "small"] ["$1"]"#, #"["not(q)", "small"] ["$3"]"#,
        #"["not(q)", "-"] ["$4"]"#,
      ])
    #expect(rules.sources.text(at: table.rows[2].values[0].raw.span) == "$4")
  }

  @Test func cells() throws {
    let rules = try RulesText(
      body: """
        let:
          t:
            sum: |
              | k               || rate: number | reason           | price |
              | [1..2)          || = x * 2      | +{trunc(rate)}%  | -$5   |
              | < 3, none, >= 9 || -            | "a | \\"b\\" {c}"  | $95   |
              | friday..monday  || 8%           | a \\| b \\{c\\}     |       |
              | not([1..2], 7)  || 1            | Same-day         | -     |
        """)
    #expect(rules.said == [])
    let table = try #require(rules.table("t"))
    #expect(table.valueTypes.map { $0?.value } == [.number, nil, nil])
    #expect(
      table.rows.map { $0.keys[0].written } == [
        "[1..2)", "< 3, none, >= 9", "[friday..monday]", "not([1..2], 7)",
      ])
    #expect(table.rows.map { $0.values[0].written } == ["= x * 2", "-", "8%", "1"])
    #expect(
      table.rows.map { $0.values[1].written } == [
        "+{trunc(rate)}%", #""a \| \"b\" {c}""#, #"a \| b \{c\}"#, "Same-day",
      ])
    #expect(table.rows.map { $0.values[2].written } == ["-$5", "$95", "-", "-"])
  }

  @Test func tablesInCSVFiles() throws {
    let rules = try RulesText(
      body: "let:\n  t:\n    first: tables/t.csv\n",
      files: [
        "tables/t.csv":
          "\u{FEFF}kind,lower(size),,price,note\r\n"
          + "sofa,\"small, medium\",,$5,\"say \"\"hi\"\"\"\r\n-,-,,$1,\"two\nlines\"\r\n"
      ])
    #expect(rules.said == [])
    let table = try #require(rules.table("t"))
    #expect(table.keys.map(\.written) == ["kind", "lower(size)"])
    #expect(table.rows.map { $0.keys[1].written } == ["small, medium", "-"])
    #expect(table.rows.map { $0.values[1].raw.value } == ["say \"hi\"", "two\nlines"])
    #expect(rules.sources.address(of: table.rows[1].span) == "tables/t.csv:3:1")
  }

  @Test func missingFilesAreTrouble() {
    let refused = refusal { try RulesText(body: "let:\n  t:\n    first: t.csv\n") }
    #expect(refused == "no-such-file")
  }

  @Test func areas() throws {
    let rules = try RulesText(
      body: """
        let:
          a:
            area: a.geojson
          b:
            polygon: |
              | lat  | lng  |
              | 25.5 | -80  |
              | 26   | -80  |
              | 26   | -81  |
          c:
            circle:
              center: 25.77, -80.19
              radius: 5 km
          d:
            box:
              south_west: 25, -81
              north_east: 26, -80
          e:
            area: e.geojson
        """,
      files: [
        "a.geojson":
          #"{"type":"Polygon","coordinates":[[[-80.5,25.1],[-80,25],[-80,26],[-80.5,25.1]]]}"#,
        "e.geojson": """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\\u00e9"},
        "geometry":{"type":"MultiPolygon",
          "coordinates":[[[[0,1],[1,1],[1,0]]],[[[5,5],[6,5],[6,6]]]]}}]}
        """,
      ])
    #expect(rules.said == [])
    let written = rules.tree.lets.map { declaration -> String in
      guard case .area(let area) = declaration.body else { return "" }
      return area.written
    }
    #expect(
      written == [
        "polygon of [3] corners", "polygon of [3] corners", "circle around 25.77, -80.19, 5 km",
        "box from 25.0, -81.0 to 26.0, -80.0", "1 areas: é",
      ])
    guard case .area(.polygon(let rings, _))? = rules.letNamed("a")?.body else { return }
    #expect(rings[0][0] == GeographicPoint(latitude: 25.1, longitude: -80.5))
  }

  @Test func placesInsideScalarsOfEveryStyle() throws {
    for value in [
      "alpha + BETA", "\"alpha + BETA\"", "'alpha + BETA'", ">\n    alpha\n    + BETA\n",
      "|\n    alpha +\n      BETA\n", "\"alpha \\\n     + BETA\"", "\"\\x61lpha\\u0020+\\tBETA\"",
      "alpha\n    + BETA", "'alpha\n\n    + BETA'", "\"alpha\n    + BETA\"",
    ] {
      let rules = try RulesText(body: "title: Ærø\nlet:\n  x: \(value)\n")
      #expect(rules.said == [], "\(value)")
      guard case .binary(.add, _, let right, _)? = rules.formula("x")?.kind else {
        Issue.record("\(value)")
        continue
      }
      #expect(rules.sources.text(at: right.span) == "BETA", "\(value)")
    }
    let quoted = try RulesText(body: "let:\n  x: '(\"it''s {NAME}\")'\n")
    guard case .text(let template)? = quoted.formula("x")?.kind,
      case .formula(let formula)? = template.parts.last
    else { return }
    #expect(template.parts.count == 2)
    #expect(quoted.sources.text(at: formula.span) == "NAME")
  }

  @Test func byteOrderMarkAndWindowsLineEnds() throws {
    let rules = try RulesText(
      "\u{FEFF}schema: quote/1\r\nname: ü\r\ncurrency: USD\r\nlet:\r\n"
        + "  t:\r\n    first: |\r\n      | k || v |\r\n      | 1 || 2 |\r\n"
        + "quote:\r\n  - line: a\r\n"
    )
    #expect(rules.said == [])
    #expect(rules.table("t")?.rows.first?.values.first?.raw.value == "2")
    #expect(rules.sources.text(at: rules.tree.header.name!.span) == "ü")
  }
}
