import KioskHarness
import Testing

/// A framebuffer that takes no bytes any more: strace(1) answers its writes with errors.
extension KioskTests.BochsTests {
    /// From the first write on nothing is ever seen; from the thirtieth on a part of the box is on the screen.
    @Test(arguments: ["ENOSPC", "EIO"], [1, 30])
    func isToldAndLeavesNothing(_ error: String, from number: Int) throws {
        let kiosk = try Kiosk.shared(.bochs)
        let screen = try ScreenObserver(kiosk)
        let inject = "-P /dev/fb0 -e inject=pwrite64:error=\(error):when=\(number)+"
        let (status, output) = try kiosk.run(
            "exec strace -qq -f -o /dev/null \(inject) \(HUDProgram.path) show Tagged --display fb")
        #expect(status == 74, "\(output)")
        #expect(output.hasPrefix("hud: cannot write /dev/fb0: "), "\(output)")
        #expect(output.split(separator: "\n").count == 1, "\(output)")
        try screen.expectAsBefore()
        #expect(try kiosk.runHUD("restore").output == "hud: there was nothing to put back\n")
    }
}
