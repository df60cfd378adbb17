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
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev", "libzstd-dev"])]),
    .target(name: "CGeodesic"),
    .target(name: "CDoubleText"),
    .target(
      name: "QuoteEngine",
      dependencies: ["CCSV", "CYAML", "CCompression", "CGeodesic", "CDoubleText"],
      swiftSettings: strict),
    .testTarget(
      name: "QuoteEngineTests", dependencies: ["QuoteEngine", "TestKit"], swiftSettings: strict),
    .executableTarget(name: "quote", dependencies: ["QuoteEngine"], swiftSettings: strict),
    .target(name: "TestKit", dependencies: ["QuoteEngine"], path: "Tests/TestKit"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
