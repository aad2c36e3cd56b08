internal import HUDSystem

/// Tells when udev has given an input device a name or a property: links in /dev/input/by-id and by-path, files in
/// /run/udev/data. Each folder may come later, too.
final class NameWatch {
    private let folders: [String]
    private var watches: [String: FolderWatch] = [:]

    init(_ folders: InputNode.Folders) {
        self.folders = ["by-id", "by-path"].map { "\(folders.devices)/\($0)" } + [folders.udev]
    }

    /// Watches the folders that are there and are not yet watched, with a poller that is asked from now on.
    ///
    /// - Returns: whether one was added: what is in it may be new.
    @discardableResult func watch(_ poller: Poller) -> Bool {
        var isNew = false
        for folder in folders where watches[folder] == nil {
            guard let watch = try? FolderWatch(folder), (try? poller.add(watch.descriptor)) != nil else {
                continue
            }
            watches[folder] = watch
            isNew = true
        }
        return isNew
    }

    /// Whether there are new names or properties since this was last called.
    func haveChanged(_ poller: Poller) -> Bool {
        // Each is asked, so that none stays readable.
        let changed = watches.values.filter { !$0.names().isEmpty }
        return watch(poller) || !changed.isEmpty
    }
}
