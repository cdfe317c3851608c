// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses swiped's libraries builds its benchmarks.
let package = Package(
  name: "swiped-benchmarks",
  dependencies: [.package(name: "swiped", path: "..")],
  targets: [
    .executableTarget(
      name: "engine-bench",
      dependencies: [.product(name: "CommitPoint", package: "swiped")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
