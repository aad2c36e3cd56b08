/// Hands whatever libFuzzer makes up to `take`, until the time on the command line is over. A trap is a find.
public func fuzz(_ take: @escaping @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    leave(withUnsafeMutablePointer(to: &arguments) { run(&count, $0, take) })
}

@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("exit")
private func leave(_ code: CInt) -> Never

/// For libFuzzer's own `main`, which some linkers take in and nothing calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeNothing(_: UnsafePointer<UInt8>?, _: Int) -> CInt { 0 }
