// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Whether this builds the program that people download.
let isPackaged = Context.environment["QUOTE_PACKAGED"] != nil

/// What runs once a file and not once a booking is made small there. Packages with flags of their
/// own are not taken as dependencies: so only there.
let small: [SwiftSetting] = isPackaged ? strict + [.unsafeFlags(["-Osize"])] : strict

/// What prices.
let engine: [Target.Dependency] = [
  "QuoteSyntax", "QuoteLanguage", "QuoteLint", "QuoteBookings", "QuoteEngine",
]
/// The whole library.
let library =
  engine + [
    "QuoteComparison", "QuoteLayout", "QuoteSamples", "QuoteExplanation", "QuoteReports",
    "QuoteCauses", "QuoteAnalysis",
  ]

let package = Package(
  name: "quote-engine",
  products: [
    .library(name: "QuoteEngine", targets: ["QuoteEngine"]),
    // The same for programs that have Foundation anyway: `Decimal`, `Encodable`, `Date`.
    .library(name: "QuoteFoundation", targets: ["QuoteFoundation"]),
    .executable(name: "quote", targets: ["quote"]),
  ],
  targets: [
    // Module maps name archives (`link ":libcsv.a"`) where Debian has them: finding and relocating
    // a shared library takes a tenth of a millisecond at every start.
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev", "libzstd-dev"])]),
    .systemLibrary(name: "CHash", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CUnicode", providers: [.apt(["libutf8proc-dev"])]),
    .target(
      name: "CSheet",
      linkerSettings: [
        .linkedLibrary(":libminizip.a"), .linkedLibrary(":libexpat.a"), .linkedLibrary(":libz.a"),
      ]),
    .target(
      name: "CSheetOut", dependencies: ["CFile"],
      cSettings: isPackaged ? [.define("CSHEET_OUT_IS_LINKED")] : [],
      linkerSettings: isPackaged ? [.linkedLibrary("xlsxwriter")] : []),
    .target(name: "CScan"),
    .target(name: "CVector"),
    .target(
      name: "CSimdJSON", dependencies: ["CUnicode"], linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CGeodesic"),
    .target(name: "CDoubleText"),
    .target(name: "CCurl"),
    .target(name: "CHeap"),
    .target(name: "CProcessors"),
    .target(name: "CRelease"),
    .target(name: "CFile"),
    .target(name: "CProcess", dependencies: ["CFile"]),
    .target(name: "CCode"),
    .target(name: "CArrow"),
    .target(name: "CQuote", dependencies: ["CArrow"]),
    // What is written, what it means, what comes in, what prices, what another side's prices are
    // held against, how things are laid out, and what looks at prices: each knows the ones before
    // it, except that bookings know nothing of warnings (`QuoteLint`), layout knows only texts and
    // how they are spelled, and samples, explanations, reports and analysis know nothing of each
    // other.
    .target(
      name: "QuoteSyntax",
      dependencies: [
        "CYAML", "CHash", "CUnicode", "CGeodesic", "CDoubleText", "CRelease", "CSheet",
      ],
      swiftSettings: strict),
    .target(name: "QuoteLanguage", dependencies: ["QuoteSyntax"], swiftSettings: small),
    .target(
      name: "QuoteLint", dependencies: ["QuoteSyntax", "QuoteLanguage"], swiftSettings: small),
    .target(
      name: "QuoteBookings",
      dependencies: [
        "QuoteSyntax", "QuoteLanguage", "CCSV", "CCompression", "CScan", "CVector", "CSimdJSON",
        "CDoubleText",
      ],
      swiftSettings: strict),
    .target(
      name: "QuoteEngine",
      dependencies: [
        "QuoteSyntax", "QuoteLanguage", "QuoteLint", "QuoteBookings", "CCompression", "CScan",
        "CVector", "CFile", "CCode",
      ],
      swiftSettings: strict),
    .target(name: "QuoteComparison", dependencies: engine, swiftSettings: strict),
    .target(
      name: "QuoteLayout", dependencies: ["QuoteSyntax", "QuoteBookings"], exclude: ["Pages"],
      swiftSettings: small, plugins: ["EmbedDocuments"]),
    .target(name: "QuoteSamples", dependencies: engine, swiftSettings: small),
    .target(
      name: "QuoteExplanation", dependencies: engine + ["QuoteComparison", "QuoteLayout"],
      exclude: ["Pages"], swiftSettings: small, plugins: ["EmbedDocuments"]),
    .target(
      name: "QuoteReports", dependencies: engine + ["QuoteComparison", "QuoteLayout"],
      exclude: ["Pages"], swiftSettings: small, plugins: ["EmbedDocuments"]),
    .target(
      name: "QuoteCauses", dependencies: engine + ["QuoteComparison"], swiftSettings: small),
    .target(
      name: "QuoteAnalysis", dependencies: engine + ["QuoteComparison", "QuoteCauses"],
      swiftSettings: small),
    .target(name: "QuoteFoundation", dependencies: ["QuoteEngine"], swiftSettings: strict),
    // Tables as Arrow has them, and the library for programs in other languages.
    .target(name: "QuoteArrow", dependencies: engine + ["CArrow"], swiftSettings: strict),
    .target(
      name: "QuoteC", dependencies: library + ["QuoteArrow", "CArrow", "CQuote"],
      swiftSettings: strict),
    .executableTarget(
      name: "quote",
      dependencies: library + [
        "CCurl", "CHeap", "CProcess", "CProcessors", "CRelease", "CSheetOut",
      ],
      swiftSettings: strict, plugins: ["EmbedDocuments"]),
    .executableTarget(name: "embed-documents", swiftSettings: strict),
    .plugin(name: "EmbedDocuments", capability: .buildTool, dependencies: ["embed-documents"]),
    .executableTarget(
      name: "Benchmarks", dependencies: library, exclude: ["Rivals", "Workloads"],
      swiftSettings: strict),
    .target(name: "TestKit", dependencies: library, path: "Tests/TestKit"),
    .testTarget(
      name: "QuoteEngineTests",
      dependencies: library + ["QuoteFoundation", "CScan", "TestKit"], swiftSettings: strict),
    .testTarget(
      name: "QuoteArrowTests", dependencies: ["QuoteArrow", "QuoteC", "CArrow", "CQuote"]),
    .testTarget(name: "quoteTests", dependencies: library + ["quote", "TestKit"]),
    .testTarget(name: "CaseTests", dependencies: library + ["quote", "TestKit"]),
    .testTarget(name: "BenchmarkTests", dependencies: ["Benchmarks", "quote", "TestKit"]),
    .testTarget(name: "ProjectTests", dependencies: library + ["quote", "TestKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
