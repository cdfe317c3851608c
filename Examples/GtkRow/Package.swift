// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "GtkRow",
  dependencies: [.package(name: "swiped", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .executableTarget(
      name: "GtkRow",
      dependencies: ["CGtk", .product(name: "CommitPoint", package: "swiped")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
