package import HUDPixels
internal import HUDSystem

/// The HUD in the memory of a framebuffer on which the program below draws too, on each page that it shows.
package final class FramebufferScreen: Screen {
    package let name: String
    package let size: Size
    package let millimetres: Size?
    private let device: any FramebufferDevice
    private let geometry: FramebufferGeometry
    private let pacer: FramePacer
    /// How much of it its outputs showed at the beginning.
    private let shownSize: Size?
    private var nextLook: Int64 = 0
    private let journal: JournalPart
    private let format: PixelFormat
    private let region: Rect
    private let record: PixelsRecord
    private let rows: [SavedRows]
    private let note: (String) -> Void
    /// Whether its picture is still the one that was seen at the beginning, and not another console's.
    private let mayWrite: () -> Bool
    /// How often it is looked how much the outputs show: the answer can have to wait for a monitor's own (EDID).
    private static let lookPeriod: Int64 = 250_000_000

    /// The pages that carry the HUD, the oldest first.
    private var pages: [Page] = []
    private var isGivenBack = false
    package private(set) var hasShown = false

    /// A part of the memory that was seen, at an offset that the program below pans to.
    private struct Page {
        let number: Int
        let place: Rect
        let saveUnder: SaveUnder
        var last: DrawnFrame?
    }

    /// Takes what the screen shows in `region` into the journal; nothing is drawn.
    ///
    /// - Parameter mayWrite: asked between reading and writing; where it says no, the picture is another one.
    package init(
        _ plan: FramebufferPlan, region: Rect, journal: JournalPart,
        note: @escaping (String) -> Void, mayWrite: @escaping () -> Bool = FramebufferScreen.consoleStays()
    ) throws(DisplayError) {
        device = plan.device
        geometry = plan.geometry
        pacer = plan.pacer
        name = "framebuffer \(device.path) (\(device.driver))"
        size = plan.size
        shownSize = pacer.shownSize
        millimetres = plan.millimetres
        self.journal = journal
        self.note = note
        self.mayWrite = mayWrite
        guard let area = SaveUnder.area(for: region, geometry, plan.format) else {
            throw DisplayError(.failed, "the HUD's place is outside of \(name)")
        }
        format = plan.format
        self.region = region
        record = PixelsRecord(path: device.path, geometry: geometry, area: area)
        rows = try journal.prepare(record)
        do throws(DisplayError) {
            _ = try page(geometry)
        } catch {
            journal.clear()
            throw error
        }
        journal.arm()
    }

    package var descriptor: Int32? { pacer.descriptor }
    package var nextFrame: Int64 { pacer.nextFrame }
    package func glassTime(at now: Int64) -> Int64 { pacer.glassTime(at: now) }
    package func drain() { pacer.drain() }

    package func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {
        if isGivenBack { return }
        let begin = Clock.now()
        guard let now = try unchanged(), hasShownSize(at: begin) else {
            throw DisplayError(.failed, "\(name) has changed its size or layout")
        }
        // What is seen first; then those that were seen, which the program may show again at any moment.
        let seen = try page(now)
        for index in ([seen] + pages.indices.filter { $0 != seen }) {
            try show(layer, pose, onPage: index)
        }
        pacer.didPresent(at: begin)
    }

    /// Says whether the console that is on the screen now still is.
    package static func consoleStays() -> () -> Bool {
        guard let console = ActiveConsole(), let home = console.name() else { return { true } }
        return { console.name() == home }
    }

    private func show(_ layer: Layer, _ pose: Pose, onPage index: Int) throws(DisplayError) {
        let saveUnder = pages[index].saveUnder
        let box = pose.bounds(of: layer.size)
        let changed = pages[index].last?.difference(layer, pose) ?? box
        let isShown = try display { () throws(SystemError) in
            try saveUnder.show(
                layer, pose, in: saveUnder.rows(of: box.union(changed)),
                changed: saveUnder.rows(of: changed), mayWrite: mayWrite)
        }
        pages[index].last = isShown ? DrawnFrame(layer, pose) : nil
        if isShown { hasShown = true }
    }

    /// The page that `geometry` shows; one that is new to the HUD is taken as it is.
    private func page(_ geometry: FramebufferGeometry) throws(DisplayError) -> Int {
        guard let place = SaveUnder.area(for: region, geometry, format), place.size == record.area.size else {
            throw DisplayError(.failed, "\(name) shows another part than the HUD can follow")
        }
        if let index = pages.firstIndex(where: { $0.place == place }) { return index }
        // Where two would share memory, or none is left, the HUD leaves the older one.
        for page in pages where !page.place.intersection(place).isEmpty { try leave(page) }
        if pages.count == rows.count { try leave(pages[0]) }
        let number = rows.indices.first { number in !pages.contains { $0.number == number } }!
        let saveUnder = SaveUnder(device, geometry, format, area: place, rows: rows[number])
        try display { () throws(SystemError) in try saveUnder.capture() }
        journal.setPage(number, place)
        pages.append(Page(number: number, place: place, saveUnder: saveUnder))
        return pages.count - 1
    }

    private func leave(_ page: Page) throws(DisplayError) {
        _ = try display { () throws(SystemError) in try page.saveUnder.restore() }
        journal.setPage(page.number, nil)
        pages.removeAll { $0.number == page.number }
    }

    package func giveBack() throws(DisplayError) {
        try giveBack { (saveUnder) throws(SystemError) in _ = try saveUnder.restore() }
    }

    package func abandon() throws(DisplayError) {
        try giveBack { (saveUnder) throws(SystemError) in try saveUnder.restoreWholeRows() }
    }

    private func giveBack(
        _ restore: (SaveUnder) throws(SystemError) -> Void
    ) throws(DisplayError) {
        if isGivenBack { return }
        pacer.stop()
        // Where this throws the journal stays pending: the process that supervises this one tries again.
        if try unchanged() != nil {
            for page in pages {
                try display { () throws(SystemError) in try restore(page.saveUnder) }
            }
        } else {
            note("\(name) has changed its size or layout: what was below the HUD is not put back")
        }
        isGivenBack = true
        journal.clear()
    }

    /// The outputs show as much of it as at the beginning; one that is dark at the moment counts for nothing.
    private func hasShownSize(at now: Int64) -> Bool {
        if shownSize == nil || now < nextLook { return true }
        nextLook = now + Self.lookPeriod
        return (pacer.shownSize ?? shownSize) == shownSize
    }

    /// The geometry as it is now; nil where what is drawn now lies elsewhere than it lay.
    private func unchanged() throws(DisplayError) -> FramebufferGeometry? {
        let now = try display { () throws(SystemError) in try device.geometry() }
        return now.hasLayout(of: geometry) ? now : nil
    }
}
