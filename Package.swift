// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The library's four modules.
let engine: [Target.Dependency] = ["QuoteSyntax", "QuoteLanguage", "QuoteEngine", "QuoteTools"]

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
    .target(name: "CSheetOut", linkerSettings: [.linkedLibrary("xlsxwriter")]),
    .target(name: "CScan"),
    .target(name: "CVector"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
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
    // What is written, what it means, what prices, and what looks at prices: each knows the ones
    // before it.
    .target(
      name: "QuoteSyntax",
      dependencies: [
        "CYAML", "CHash", "CUnicode", "CGeodesic", "CDoubleText", "CRelease", "CSheet",
      ],
      swiftSettings: strict),
    .target(name: "QuoteLanguage", dependencies: ["QuoteSyntax"], swiftSettings: strict),
    .target(
      name: "QuoteEngine",
      dependencies: [
        "QuoteSyntax", "QuoteLanguage", "CCSV", "CCompression", "CScan", "CVector", "CSimdJSON",
        "CDoubleText", "CFile", "CCode",
      ],
      swiftSettings: strict),
    .target(
      name: "QuoteTools", dependencies: ["QuoteSyntax", "QuoteLanguage", "QuoteEngine"],
      exclude: ["Pages"],
      swiftSettings: strict, plugins: ["EmbedDocuments"]),
    .target(name: "QuoteFoundation", dependencies: ["QuoteEngine"], swiftSettings: strict),
    // Tables as Arrow has them, and the library for programs in other languages.
    .target(
      name: "QuoteArrow", dependencies: ["QuoteSyntax", "QuoteLanguage", "QuoteEngine", "CArrow"],
      swiftSettings: strict),
    .target(
      name: "QuoteC", dependencies: engine + ["QuoteArrow", "CArrow", "CQuote"],
      swiftSettings: strict),
    .executableTarget(
      name: "quote",
      dependencies: engine + ["CCurl", "CHeap", "CProcess", "CProcessors", "CRelease", "CSheetOut"],
      swiftSettings: strict, plugins: ["EmbedDocuments"]),
    .executableTarget(name: "embed-documents", swiftSettings: strict),
    .plugin(name: "EmbedDocuments", capability: .buildTool, dependencies: ["embed-documents"]),
    .executableTarget(
      name: "Benchmarks", dependencies: engine, exclude: ["Rivals", "Workloads"],
      swiftSettings: strict),
    .target(name: "TestKit", dependencies: engine, path: "Tests/TestKit"),
    .testTarget(
      name: "QuoteEngineTests",
      dependencies: engine + ["QuoteFoundation", "CScan", "TestKit"], swiftSettings: strict),
    .testTarget(
      name: "QuoteArrowTests", dependencies: ["QuoteArrow", "QuoteC", "CArrow", "CQuote"]),
    .testTarget(name: "quoteTests", dependencies: engine + ["quote", "TestKit"]),
    .testTarget(name: "CaseTests", dependencies: engine + ["quote", "TestKit"]),
    .testTarget(name: "BenchmarkTests", dependencies: ["Benchmarks", "quote", "TestKit"]),
    .testTarget(name: "ProjectTests", dependencies: engine + ["quote", "TestKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
