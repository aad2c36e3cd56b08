internal import CDRM
internal import Glibc
internal import HUDSystem

extension LibDRM {
    /// A card by a descriptor that its owner handed down: a lease of it, or the one by which the owner is master.
    static func borrowed(_ descriptor: Int32) throws(SystemError) -> LibDRM {
        let isOpen = FileDescriptor.isOpen(raw: descriptor)
        guard isOpen, let path = node(descriptor), DevicePath.isCard(path) else {
            throw SystemError(
                "find a card behind", "descriptor \(descriptor)", code: isOpen ? ENODEV : EBADF)
        }
        if isLease(descriptor) { return try LibDRM(lease: descriptor, of: path) }
        return try BorrowedCard(OwnersDescriptor(descriptor, path: path))
    }

    /// "/dev/dri/card0"; nil where it is no such thing.
    private static func node(_ descriptor: Int32) -> String? {
        guard let name = drmGetDeviceNameFromFd2(descriptor) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// A lease holds outputs, CRTCs and planes; the owner's own descriptor all that there is, encoders too.
    private static func isLease(_ descriptor: Int32) -> Bool {
        guard let resources = drmModeGetResources(descriptor) else { return false }
        defer { drmModeFreeResources(resources) }
        guard resources.pointee.count_encoders > 0, let list = drmModeGetLease(descriptor) else {
            return false
        }
        // How many, and then each.
        let words = UnsafeMutableRawPointer(list)
        defer { drmFree(words) }
        let count = Int(words.load(as: UInt32.self))
        return !(0..<count).contains {
            words.load(fromByteOffset: 4 + 4 * $0, as: UInt32.self) == resources.pointee.encoders[0]
        }
    }
}
