// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "quote-engine",
  products: [
    .library(name: "QuoteEngine", targets: ["QuoteEngine"]),
    .executable(name: "quote", targets: ["quote"]),
  ],
  targets: [
    // Module maps name archives (`link ":libcsv.a"`) where Debian has them: finding and relocating
    // a shared library takes a tenth of a millisecond at every start.
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev", "libzstd-dev"])]),
    .systemLibrary(name: "CHash", providers: [.apt(["nettle-dev"])]),
    .target(name: "CScan"),
    .target(name: "CVector"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CGeodesic"),
    .target(name: "CDoubleText"),
    .target(name: "CCurl"),
    .target(name: "CHeap"),
    .target(name: "CProcessors"),
    .target(name: "CFile"),
    .target(name: "CProcess", dependencies: ["CFile"]),
    .target(name: "CCode"),
    .target(
      name: "QuoteEngine",
      dependencies: [
        "CCSV", "CYAML", "CCompression", "CHash", "CScan", "CVector", "CSimdJSON", "CGeodesic",
        "CDoubleText", "CFile", "CCode",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "quote", dependencies: ["QuoteEngine", "CCurl", "CHeap", "CProcess", "CProcessors"],
      swiftSettings: strict, plugins: ["EmbedDocuments"]),
    .executableTarget(name: "embed-documents", swiftSettings: strict),
    .plugin(name: "EmbedDocuments", capability: .buildTool, dependencies: ["embed-documents"]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["QuoteEngine"], exclude: ["Rivals", "Workloads"],
      swiftSettings: strict),
    .target(name: "TestKit", dependencies: ["QuoteEngine"], path: "Tests/TestKit"),
    .testTarget(
      name: "QuoteEngineTests", dependencies: ["QuoteEngine", "CScan", "TestKit"], swiftSettings: strict),
    .testTarget(name: "quoteTests", dependencies: ["quote", "QuoteEngine", "TestKit"]),
    .testTarget(name: "CaseTests", dependencies: ["quote", "QuoteEngine", "TestKit"]),
    .testTarget(name: "BenchmarkTests", dependencies: ["Benchmarks", "quote", "TestKit"]),
    .testTarget(name: "ProjectTests", dependencies: ["quote", "QuoteEngine", "TestKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
