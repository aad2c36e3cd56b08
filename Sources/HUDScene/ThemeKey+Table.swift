extension ThemeKey {
    /// Every key, in the order in which a theme is written.
    public static let all: [ThemeKey] = box + signs + texts + motions + cues + place

    private static let box: [ThemeKey] = [
        .number(
            "box-size", \.boxSize, 16...1000,
            "the sides of the box that is not grown by its content, in points"),
        .number(
            "greatest-width", \.greatestWidth, 0...10_000,
            "the most that the box grows to across; 0: as much as the screen leaves"),
        .number(
            "greatest-height", \.greatestHeight, 0...10_000,
            "the most that the box grows to down; 0: as much as the screen leaves"),
        .number("corner-radius", \.cornerRadius, 0...500, "radius of the box's corners"),
        .number("padding", \.padding, 0...200, "what stays free on either side of a text that grows the box"),
        .color("box-color", \.boxColor, "the box"),
        .color("ink-color", \.inkColor, "sign and label"),
        .color("detail-color", \.detailColor, "the detail"),
        .color("track-color", \.trackColor, "what a progress or a spinner has yet to cover"),
    ]

    private static let signs: [ThemeKey] = [
        .number(
            "icon-size", \.iconSize, 4...500, "the sides of the sign's square; of a picture, its longer side"),
        .number(
            "line-width", \.lineWidth, 0.5...8,
            "how thick the lines of a sign of 28 points are; others in proportion"),
        .number(
            "icon-offset", \.iconOffset, -500...500,
            "the sign's centre below the centre of a box that is not grown"),
        .choice("progress-style", \.progressStyle, "how a progress is drawn"),
        .number("bar-length", \.barLength, 8...2000, "how long a progress bar is"),
        .number("bar-thickness", \.barThickness, 1...100, "how thick it is"),
        .choice("spinner-style", \.spinnerStyle, "how a spinner is drawn"),
        .time("spinner-turn", \.spinnerTurn, atMost: 60_000_000_000, "how long a spinner takes for one turn"),
    ]

    private static let texts: [ThemeKey] = [
        .text("font", \.font, "the label's font file; nothing: DejaVu Sans Bold"),
        .text(
            "detail-font", \.detailFont,
            "the detail's font file; nothing: DejaVu Sans, or the label's if that is named"),
        .number("label-size", \.labelSize, 4...200, "how large the label's letters are, in points per em"),
        .count(
            "label-lines", \.labelLines, 1...9, "lines that a label without line breaks of its own may take"),
        .number(
            "label-offset", \.labelOffset, -500...500,
            "the middle of the label's first line below the centre of a box that is not grown, if there is a sign"
        ),
        .number("detail-size", \.detailSize, 4...200, "how large the detail's letters are"),
        .count("detail-lines", \.detailLines, 1...9, "lines that a detail may take"),
        .number(
            "detail-width", \.detailWidth, 16...10_000,
            "how wide a line of the detail may be before it is broken"),
        .number("detail-gap", \.detailGap, 0...200, "what stays free between label and detail"),
    ]

    private static let motions: [ThemeKey] = [
        .choice("appear", \.appear.style, "how a HUD appears"),
        .time("appear-duration", \.appear.duration, atMost: 10_000_000_000, "how long that takes"),
        .number(
            "appear-scale", \.appear.scale, 0.5...3, "how large the box is at the beginning, where it zooms"),
        .choice("leave", \.leave.style, "how a HUD leaves"),
        .time("leave-duration", \.leave.duration, atMost: 10_000_000_000, "how long that takes"),
        .number("leave-scale", \.leave.scale, 0.5...3, "how large the box is at the end, where it zooms"),
        .choice(
            "curve", \.curve, [("ease-in-out", .easeInOut), ("ease-out", .easeOut), ("linear", .linear)],
            "how motions run"),
        .time(
            "change-duration", \.changeDuration, atMost: 10_000_000_000,
            "how long a progress' value and the box's size and colour take to change"),
        .time(
            "draw-duration", \.drawDuration, atMost: 10_000_000_000,
            "how long a check mark or cross takes that is drawn in another sign's place"),
        .time(
            "stay", \.stay, atMost: 86_400_000_000_000,
            "from the first frame to the leaving, unless the command line says otherwise"),
        .choice(
            "reduced-motion", \.isMotionReduced, [("no", false), ("yes", true)],
            "fade instead of zooming, let spinners stand, change at once"),
    ]

    private static let cues: [ThemeKey] = [
        .words(
            "on-show", \.onShow,
            "a program that is started when a HUD comes to be seen, without a shell, and not waited for")
    ]

    private static let place: [ThemeKey] = [
        .choice("anchor", \.anchor, "where on the screen", isShared: true),
        .number("offset-x", \.offsetX, -10_000...10_000, "how far from there to the right", isShared: true),
        .number("offset-y", \.offsetY, -10_000...10_000, "how far from there down", isShared: true),
        .number(
            "margin", \.margin, 0...1000, "what stays free between the box and the edges of the screen",
            isShared: true),
    ]
}
