// swift-tools-version: 6.2
import PackageDescription

// A program of its own that prices with the engine as a library.
let package = Package(
  name: "price-one",
  dependencies: [.package(name: "quote-engine", path: "../../..")],
  targets: [
    .executableTarget(
      name: "price-one",
      dependencies: [
        .product(name: "QuoteEngine", package: "quote-engine"),
        .product(name: "QuoteFoundation", package: "quote-engine"),
      ])
  ]
)
