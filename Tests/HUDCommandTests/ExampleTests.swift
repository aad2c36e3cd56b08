import Foundation
import TestSupport
import Testing

extension ShowingTests {
    /// The programs that show how the library is used do what `hud` does.
    @Suite(.serialized) struct ExampleTests {
        private func run(_ name: String, _ words: [String], in directory: TemporaryDirectory) throws
            -> Program.Result
        {
            let path = URL(fileURLWithPath: Program.path).deletingLastPathComponent().appendingPathComponent(
                name)
            return try Program.run(
                words, executable: path.path, environment: ["XDG_RUNTIME_DIR": directory.path])
        }

        private func expectSame(_ picture: String, _ words: [String], in directory: TemporaryDirectory) throws
        {
            let wanted = directory.path + "/wanted.png"
            #expect(try Program.run(["render", "-o", wanted] + words).status == 0)
            let isSame =
                try Data(contentsOf: URL(fileURLWithPath: picture))
                == Data(contentsOf: URL(fileURLWithPath: wanted))
            #expect(isSame)
        }

        @Test func aProgramShowsHowFarItIs() throws {
            let directory = try TemporaryDirectory()
            let picture = directory.path + "/live.png"
            let result = try run("LiveHUDExample", ["png:" + picture], in: directory)
            #expect(result.status == 0 && result.output.hasSuffix("shown, and gone\n"), "\(result)")
            try expectSame(picture, ["Copied"], in: directory)
        }

        @Test func aProgramDrawsTheHUDIntoItsOwnPixels() throws {
            let directory = try TemporaryDirectory()
            let picture = directory.path + "/frame.png"
            let result = try run("OwnPixelsExample", [picture], in: directory)
            #expect(result.output == "45 frames\n", "\(result)")
            try expectSame(picture, ["Tagged", "--size", "320x200"], in: directory)
        }

        /// A program that draws into its own memory needs no display library.
        @Test(arguments: [("OwnPixelsExample", false), ("LiveHUDExample", true)])
        func pixelsAloneLinkNoLibdrm(_ name: String, _ isLinked: Bool) throws {
            let path = URL(fileURLWithPath: Program.path).deletingLastPathComponent().appendingPathComponent(
                name)
            let library = try Data(contentsOf: path).range(of: Data("libdrm.so".utf8))
            #expect((library != nil) == isLinked)
        }
    }
}
