// swift-tools-version: 6.0
// A package of its own: its objects are instrumented, and those of the program are not. run.sh builds and runs it.
import PackageDescription

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "KioskHUD", path: "../..")],
    targets: [
        .target(name: "FuzzDriver", path: "Driver"),
        fuzzer("FuzzLabel", path: "Label"),
        fuzzer("FuzzPNG", path: "PNG"),
        fuzzer("FuzzTheme", path: "Theme"),
    ]
)

func fuzzer(_ name: String, path: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzDriver", .product(name: "KioskHUD", package: "KioskHUD")], path: path)
}
