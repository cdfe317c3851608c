// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules, so that none can be quietly laxer than its neighbour.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// What runs at a start, at a command, at an action or for the bus, hardly at a touch frame: small rather than fast. No
/// library product is made of it: not every SwiftPM lets a package be depended upon whose products have unsafe flags.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

func tool(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [])
  -> Target
{
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict + small)
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [])
  -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "swiped",
  products: [
    .library(name: "CommitPoint", targets: ["CommitPoint"]),
    .library(name: "Haptics", targets: ["Haptics"]),
    .library(name: "SwipeClient", targets: ["SwipeClient"]),
    .executable(name: "swiped", targets: ["swiped"]),
    .executable(name: "swipectl", targets: ["swipectl"]),
  ],
  targets: [
    // The pure core, then what reads and writes, then the programs: arrows only point up in this list.
    library("CommitPoint"),
    tool("YAMLNodes", ["CYAML"]),
    library("LinuxIO", ["CLinux"]),
    library("Haptics", ["CLinux", "LinuxIO", "CommitPoint"]),
    tool("SwipeConfig", ["CommitPoint", "Haptics", "LinuxIO", "YAMLNodes"]),
    tool("SwipeActions", ["CommitPoint", "SwipeConfig", "LinuxIO", "YAMLNodes"]),
    tool("DesktopSettings", ["YAMLNodes"]),
    tool(
      "SwipeImport",
      ["CExpat", "CommitPoint", "LinuxIO", "SwipeConfig", "SwipeActions", "YAMLNodes"]),
    tool("SwipeExamples", resources: [.embedInCode("Sets")]),
    tool(
      "Doctor",
      ["CommitPoint", "DesktopSettings", "LinuxIO", "SwipeActions", "SwipeConfig", "YAMLNodes"]),
    library("SwipeTrace", ["CommitPoint", "SwipeConfig", "YAMLNodes"]),
    tool("SwipeAnalysis", ["CommitPoint", "SwipeTrace"]),
    tool("SwipePictures", ["CCairo", "CommitPoint", "SwipeAnalysis", "SwipeTrace", "LinuxIO"]),
    tool("SwipeRecording", ["CLibevdev", "CLinux", "LinuxIO", "YAMLNodes"]),
    library("TouchpadInput", ["CLibinput", "CLibudev", "CLinux", "LinuxIO", "CommitPoint"]),
    library("SystemBus", ["CSystemd", "CLinux", "LinuxIO"]),
    tool("SwipeBus", ["CSystemd", "SystemBus", "LinuxIO", "CommitPoint"]),
    library("SwipeClient", ["SystemBus", "LinuxIO", "CommitPoint"]),
    tool(
      "SwipeAgent",
      [
        "CSystemd", "DesktopSettings", "SwipeActions", "SwipeConfig", "SwipeClient", "SystemBus",
        "LinuxIO",
        "CommitPoint",
      ]),
    tool("NoPrograms", ["CSeccomp", "LinuxIO"]),
    tool("SwipeCommandLine", ["CommitPoint", "SwipeConfig", "Haptics"]),
    tool(
      "DeviceRemarks",
      ["CommitPoint", "SwipeConfig", "SwipeTrace", "LinuxIO", "TouchpadInput", "Haptics"]),
    library(
      "SwipedDaemon",
      [
        "CommitPoint", "SwipeTrace", "SwipeConfig", "SwipeCommandLine", "LinuxIO", "TouchpadInput",
        "Haptics", "DeviceRemarks", "NoPrograms", "SwipeBus", "SwipeClient",
      ]),
    program("swiped", ["SwipedDaemon", "LinuxIO"]),
    tool(
      "SwipeFeel",
      [
        "CCurses", "CommitPoint", "SwipeTrace", "SwipeConfig", "LinuxIO", "TouchpadInput",
        "Haptics", "DeviceRemarks", "SwipeClient",
      ]),
    tool(
      "SwipeTools",
      [
        "CommitPoint", "SwipeTrace", "SwipeConfig", "SwipeActions", "SwipeAgent", "SwipeExamples",
        "SwipeImport", "Doctor",
        "SwipeCommandLine", "LinuxIO", "TouchpadInput", "Haptics", "DeviceRemarks",
        "SwipeClient", "SwipeAnalysis", "SwipePictures", "SwipeRecording", "YAMLNodes",
        "SwipeFeel",
      ]),
    program("swipectl", ["SwipeTools", "LinuxIO"]),
    // Manual pages and completions, made from the programs' own descriptions when they are built.
    library("SwipeManual", ["SwipeCommandLine", "SwipeTools", "SwipedDaemon"]),
    program("swiped-manual", ["SwipeManual", "LinuxIO"]),

    .target(name: "CLinux"),
    system("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    // Its pkg-config file has flags that packages may not set, and that nothing here needs.
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
    system("CLibinput", pkgConfig: "libinput", package: "libinput-dev"),
    system("CLibudev", pkgConfig: "libudev", package: "libudev-dev"),
    system("CLibevdev", pkgConfig: "libevdev", package: "libevdev-dev"),
    // Opened when they are called first, each by its library.c. A C target cannot have a pkg-config file: their headers
    // are looked for where the system has them.
    .target(name: "CLateLibrary"),
    .target(name: "CCairo", dependencies: ["CLateLibrary"]),
    .target(name: "CSeccomp", dependencies: ["CLateLibrary"]),
    .target(name: "CSystemd", dependencies: ["CLateLibrary"]),
    .target(name: "CYAML", dependencies: ["CLateLibrary"]),

    // The law of engine.md, told a second time, against which the engine and the laptop's swipes are held.
    .target(
      name: "EngineModel", dependencies: ["CommitPoint"], path: "Tests/EngineModel",
      swiftSettings: strict),
    tests("CommitPointTests", ["CommitPoint", "EngineModel"]),
    tests("SwipeTraceTests", ["SwipeTrace", "CommitPoint"], resources: [.copy("Cases")]),
    tests("SwipeAnalysisTests", ["SwipeAnalysis", "SwipeTrace", "CommitPoint"]),
    tests(
      "SwipePicturesTests", ["SwipePictures", "SwipeAnalysis", "SwipeTrace", "CommitPoint"]),
    tests(
      "SwipeRecordingTests", ["SwipeRecording", "YAMLNodes"], resources: [.copy("Broken")]),
    tests(
      "SwipeToolsTests",
      ["SwipeTools", "swipectl", "Doctor", "Haptics", "LinuxIO", "CommitPoint", "TouchpadInput"]),
    tests(
      "SwipeConfigTests", ["SwipeConfig", "CommitPoint", "Haptics", "YAMLNodes"],
      resources: [.copy("Broken"), .copy("Good")]),
    tests(
      "SwipeActionsTests", ["SwipeActions", "SwipeConfig", "CommitPoint", "LinuxIO"],
      resources: [.copy("Broken"), .copy("Good")]),
    tests(
      "SwipeImportTests",
      ["SwipeImport", "SwipeActions", "SwipeConfig", "CommitPoint", "YAMLNodes"],
      resources: [.copy("Cases"), .copy("Broken")]),
    tests(
      "DoctorTests", ["Doctor", "LinuxIO"], resources: [.copy("Cases")]),
    tests("DesktopSettingsTests", ["DesktopSettings"]),
    tests(
      "SwipeAgentTests",
      [
        "SwipeAgent", "SwipeActions", "SwipeBus", "SwipeClient", "SwipeConfig", "LinuxIO",
        "CommitPoint",
      ]),
    tests("SwipeExamplesTests", ["SwipeExamples", "SwipeActions", "SwipeConfig", "CommitPoint"]),
    // Its peers use more of sd-bus than what is opened late.
    .testTarget(
      name: "SwipeBusTests",
      dependencies: ["SwipeBus", "SwipeClient", "SystemBus", "CSystemd", "LinuxIO", "CommitPoint"],
      swiftSettings: strict, linkerSettings: [.linkedLibrary("systemd")]),
    tests(
      "SwipeFeelTests", ["SwipeFeel", "SwipeConfig", "CommitPoint", "Haptics"],
      resources: [.copy("Screens")]),
    tests("SwipeCommandLineTests", ["SwipeCommandLine", "SwipeConfig", "CommitPoint", "Haptics"]),
    tests("LinuxIOTests", ["CLinux", "LinuxIO"]),
    tests(
      "HapticsTests", ["Haptics", "CommitPoint", "LinuxIO"], resources: [.copy("Descriptors")]),
    tests("TouchpadInputTests", ["TouchpadInput", "CommitPoint"]),
    tests(
      "SwipedDaemonTests",
      [
        "SwipedDaemon", "DeviceRemarks", "SwipeCommandLine", "SwipeConfig", "Haptics",
        "CommitPoint",
        "SwipeTrace",
      ]),
    .target(name: "CDevices", path: "Tests/HapticsLab/CDevices"),
    program(
      "haptics-lab", ["CDevices", "Haptics", "CommitPoint", "LinuxIO"],
      path: "Tests/HapticsLab/Program"),
    .target(
      name: "LabDevices", dependencies: ["CLibevdev"], path: "Tests/LabDevices",
      swiftSettings: strict),
    program("swipectl-lab", ["CDevices"], path: "Tests/SwipectlLab/Program"),
    program(
      "service-lab", ["CDevices", "LabDevices", "NoPrograms"], path: "Tests/ServiceLab/Program"),
    program(
      "bus-lab", ["CDevices", "CLibevdev", "LabDevices", "SwipeClient", "CommitPoint"],
      path: "Tests/BusLab/Program"),
    program(
      "laptop-guest",
      ["CLibevdev", "YAMLNodes", "EngineModel", "CommitPoint", "SwipeTrace", "SwipeClient"],
      path: "Tests/VirtualLaptop/Guest"),
  ],
  cLanguageStandard: .gnu11
)
