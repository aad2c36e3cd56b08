// swift-tools-version: 6.0
// 6.0 and nothing newer, so that Debian 13's own Swift builds it.
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: no C type leaks out of a module
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// What the library product exports.
let modules: [Target.Dependency] = [
    "HUDPixels", "HUDText", "HUDImage", "HUDScene", "HUDDisplay", "HUDInput", "HUDConfiguration", "HUDStage",
    "HUDService",
]

let package = Package(
    name: "KioskHUD",
    products: [
        .library(name: "KioskHUD", targets: ["KioskHUD"]),
        // For programs that own their display and want the pixels alone: it links no libdrm.
        .library(name: "HUDScene", targets: ["HUDScene", "HUDPixels", "HUDImage"]),
        .executable(name: "hud", targets: ["hud"]),
    ],
    targets: [
        library("CDRM", pkgConfig: "libdrm", apt: "libdrm-dev"),
        library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
        library("CFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
        library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
        library("CInih", pkgConfig: "inih", apt: "libinih-dev"),
        library("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
        library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        library("CUnibreak", pkgConfig: "libunibreak", apt: "libunibreak-dev"),
        .target(name: "CLinux"),

        // Arrows point down; modules of one level do not know each other.
        // Its loops are a thousand times as slow where they are not optimised: so they are in debug builds too.
        .target(
            name: "HUDPixels",
            swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        module("HUDSystem", ["CLinux"]),
        module("HUDText", ["HUDPixels", "CLinux", "CFreeType", "CFriBidi", "CHarfBuzz", "CUnibreak"]),
        module("HUDImage", ["HUDPixels", "CLinux", "CPNG"]),
        module("HUDScene", ["HUDPixels", "HUDText", "HUDImage", "CInih"]),
        module("HUDDisplay", ["HUDPixels", "HUDImage", "HUDSystem", "CLinux", "CDRM"]),
        module("HUDInput", ["HUDSystem", "CLinux"]),
        module("HUDConfiguration", ["HUDScene", "HUDText", "HUDImage", "HUDInput", "HUDSystem"]),
        module(
            "HUDStage",
            [
                "HUDScene", "HUDDisplay", "HUDInput", "HUDText", "HUDImage", "HUDPixels", "HUDSystem",
                "CLinux",
            ]),
        module("HUDService", ["HUDStage", "HUDScene", "HUDDisplay", "HUDInput", "HUDSystem"]),
        module("KioskHUD", modules),
        // Every module by name: SwiftPM builds a target anew when a dependency changes, and does not look through
        // what KioskHUD exports again.
        .executableTarget(
            name: "hud", dependencies: ["KioskHUD", "HUDSystem", "CJansson"] + modules,
            swiftSettings: settings,
            // The runtime goes into the program: a kiosk needs the C libraries and nothing else.
            // The build ID ties it to its debugging symbols, which a package has apart.
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-Xlinker", "--build-id=sha1", "-Xlinker", "-z", "-Xlinker", "now"],
                    .when(configuration: .release))
            ]),

        // What programs of others do with the library; the tests run them.
        .executableTarget(
            name: "LiveHUDExample", dependencies: ["KioskHUD"] + modules, path: "Examples/LiveHUD",
            swiftSettings: settings),
        .executableTarget(
            name: "OwnPixelsExample", dependencies: ["HUDScene", "HUDPixels", "HUDImage"],
            path: "Examples/OwnPixels",
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["HUDPixels", "HUDImage"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("HUDPixelsTests", ["HUDPixels"]),
        tests("HUDSystemTests", ["HUDSystem"]),
        tests("HUDImageTests", ["HUDPixels", "HUDImage"]),
        tests("HUDTextTests", ["HUDPixels", "HUDText"]),
        tests("HUDSceneTests", ["HUDPixels", "HUDText", "HUDImage", "HUDScene"]),
        tests("HUDDisplayTests", ["HUDDisplay", "HUDPixels", "HUDSystem", "HUDImage"]),
        tests("HUDInputTests", ["HUDInput", "HUDSystem"]),
        tests("HUDStageTests", ["HUDStage", "HUDScene", "HUDInput", "HUDImage", "HUDPixels"]),
        tests(
            "HUDServiceTests", ["HUDService", "HUDStage", "HUDScene", "HUDSystem", "HUDImage", "HUDPixels"],
            exclude: ["Printed"]),
        // Not "hud" among the dependencies: its linker flags would reach the test bundle. The bundle finds it beside.
        tests("HUDCommandTests", []),

        // The virtual kiosk: Debian's kernel in QEMU with real drivers.
        .target(name: "KioskHarness", path: "Tests/KioskHarness", swiftSettings: settings),
        .target(
            name: "ProbeShow", dependencies: ["HUDPixels"], path: "Tests/ProbeShow", swiftSettings: settings),
        // Like `hud`, no dependency of the tests: they find it beside.
        .executableTarget(
            name: "show-probe", dependencies: ["ProbeShow", "HUDDisplay", "HUDPixels", "HUDSystem"],
            path: "Tests/ShowProbe", swiftSettings: settings),
        tests("KioskTests", ["KioskHarness", "HUDImage", "HUDPixels", "HUDScene", "HUDText", "ProbeShow"]),
    ]
)
