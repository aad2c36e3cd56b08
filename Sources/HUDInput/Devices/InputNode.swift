internal import CLinux
internal import Glibc
internal import HUDSystem

/// A device node in /dev/input, and what /sys tells of it: enough to know what to do with it, without opening it
/// (the first open of an idle USB device takes 58 ms).
struct InputNode: Sendable {
    let path: String
    /// What the device calls itself.
    let name: String
    /// nil where /sys does not tell.
    let capabilities: Capabilities?
    let identity: Identity
    /// What it is; as dangerous as can be where that is not known.
    let kind: InputKind
    private let folders: Folders

    /// Its maker, and how it is plugged in: four hexadecimal digits each, empty where /sys does not tell.
    struct Identity: Equatable, Sendable {
        var bus = ""
        var vendor = ""
        var product = ""
    }

    /// Where the nodes are, and what the system tells of them.
    struct Folders: Sendable {
        var devices = "/dev/input"
        var system = "/sys/class/input"
        /// Where the nodes of devices that are read as they are stand.
        var raw = "/dev"
        /// What udev knows of devices.
        var udev = "/run/udev/data"
    }

    /// All event devices, in the order in which they are grabbed; nil where there is no such folder.
    static func all(_ folders: Folders) -> [InputNode]? {
        guard Files.exists(folders.devices) else { return nil }
        return Files.names(in: folders.devices)
            .compactMap { name in number(of: name).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }
            .map { InputNode(named: $0.name, folders) }
            .enumerated()
            .sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }
            .map(\.element)
    }

    /// 3 of "event3"; nil for what is no event device.
    private static func number(of name: String) -> Int? {
        name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
    }

    /// The event device at `name` in the folder of nodes; nil for what is none by its name, or is not there.
    init?(_ name: String, in folders: Folders) {
        guard Self.number(of: name) != nil, Files.exists("\(folders.devices)/\(name)") else { return nil }
        self.init(named: name, folders)
    }

    private init(named node: String, _ folders: Folders) {
        self.folders = folders
        let system = "\(folders.system)/\(node)/device"
        path = "\(folders.devices)/\(node)"
        let name = Files.text("\(system)/name") ?? node
        self.name = name
        func codes(_ file: String) -> CodeSet { CodeSet(text: Files.text("\(system)/\(file)") ?? "") }
        let capabilities =
            Files.exists("\(system)/capabilities")
            ? Capabilities(
                keys: codes("capabilities/key"), relativeAxes: codes("capabilities/rel"),
                absoluteAxes: codes("capabilities/abs"), switches: codes("capabilities/sw"),
                properties: codes("properties"))
            : nil
        self.capabilities = capabilities
        func number(_ file: String) -> String { Files.text("\(system)/id/\(file)") ?? "" }
        identity = Identity(
            bus: number("bustype"), vendor: number("vendor"), product: number("product"))
        let kind = capabilities?.kind ?? .keyboard
        let isScanner =
            kind == .keyboard
            && (Self.isScanner(name: name)
                || Self.properties(of: node, folders).contains(Self.scannerProperty))
        self.kind = isScanner ? .scanner : kind
    }

    /// What an administrator tells udev of a scanner whose name does not tell.
    private static let scannerProperty = "HUD_SCANNER=1"

    /// Words that makers put into the names of scanners and readers, and of nothing else that types.
    private static let scannerWords = [
        "scanner", "barcode", "bar code", "code reader", "card reader", "rfid", "honeywell", "metrologic",
        "datalogic", "symbol tech", "opticon", "newland", "zebex", "unitech",
    ]

    private static func isScanner(name: String) -> Bool {
        let name = name.lowercased()
        return scannerWords.contains { word in
            name.indices.contains { name[$0...].hasPrefix(word) }
        }
    }

    /// The nodes at which the same hardware can be read past the kernel's input system.
    var rawNodes: [String] {
        let own = path.split(separator: "/").last ?? ""
        return Files.names(in: "\(folders.system)/\(own)/device/device/hidraw").map { "\(folders.raw)/\($0)" }
    }

    /// The names that udev gave the node: in by-id and by-path.
    var links: [String] {
        let own = path.split(separator: "/").last ?? ""
        return ["by-id", "by-path"].flatMap { folder in
            Files.names(in: "\(folders.devices)/\(folder)").map { "\(folders.devices)/\(folder)/\($0)" }
        }.filter { Files.linkTarget($0)?.split(separator: "/").last == own }
    }

    /// What udev knows of it, KEY=VALUE each; nothing where there is no udev.
    var properties: [String] { Self.properties(of: String(path.split(separator: "/").last ?? ""), folders) }

    private static func properties(of node: String, _ folders: Folders) -> [String] {
        guard let number = Files.text("\(folders.system)/\(node)/dev") else { return [] }
        return (Files.text("\(folders.udev)/c\(number)") ?? "").split(separator: "\n")
            .filter { $0.hasPrefix("E:") }.map { String($0.dropFirst(2)) }
    }

    /// Why the node cannot be opened for this (R_OK, W_OK), and what would help; nil where it can.
    func error(for access: Int32) -> String? {
        guard faccessat(AT_FDCWD, path, access, AT_EACCESS) != 0 else { return nil }
        let code = errno
        return String(cString: strerror(code)) + (code == EACCES ? remedy : "")
    }

    /// What would help a user who may not open the node; empty where nothing is known to.
    var remedy: String {
        if Caller.isRoot { return "; root is refused, too: a container or a sandbox must allow this device" }
        var status = stat()
        guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & 0o060 == 0o060,
            let group = getgrgid(status.st_gid)
        else { return "; run as root" }
        return "; add the user to group \(String(cString: group.pointee.gr_name))"
    }
}
