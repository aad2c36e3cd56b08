// swift-tools-version: 6.0
// A package of its own: who builds the HUD needs none of what it is measured against.
import PackageDescription

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "cold-start-race", targets: ["ColdStartRace"]),
        .executable(name: "cold-start-cairo", targets: ["ColdStartCairo"]),
        .executable(name: "pixels", targets: ["PixelsTable"]),
        .library(name: "ColdStartStopwatch", type: .dynamic, targets: ["ColdStartStopwatch"]),
    ],
    dependencies: [.package(name: "KioskHUD", path: "..")],
    targets: [
        .systemLibrary(
            name: "CCairo", path: "ColdStart/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]
        ),
        .executableTarget(name: "ColdStartRace", path: "ColdStart/Race"),
        .executableTarget(name: "ColdStartCairo", dependencies: ["CCairo"], path: "ColdStart/Cairo"),
        .target(name: "ColdStartStopwatch", path: "ColdStart/Stopwatch"),

        .systemLibrary(
            name: "CPixman", path: "Pixels/CPixman", pkgConfig: "pixman-1",
            providers: [.apt(["libpixman-1-dev"])]),
        .target(name: "AllocationCounter", path: "Pixels/AllocationCounter"),
        .executableTarget(
            name: "PixelsTable",
            dependencies: [
                "AllocationCounter", "CCairo", "CPixman", .product(name: "KioskHUD", package: "KioskHUD"),
            ],
            path: "Pixels/Table"),
    ]
)
