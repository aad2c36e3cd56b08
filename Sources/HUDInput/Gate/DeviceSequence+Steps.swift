extension DeviceSequence {
    /// What is wanted of the device.
    package enum Goal: Equatable, Sendable {
        /// Held off.
        case closed
        /// Let go as soon as nothing is pressed.
        case open
        /// Let go now.
        case forced
    }

    package enum Event: Sendable {
        /// What is wanted from now on.
        case goal(Goal)
        /// Both descriptors have been emptied, and the device asked what is pressed.
        case looked(main: Pressed, witness: Pressed)
        case grabbed
        /// Somebody else holds the grab.
        case busy
        /// The grab has ended, for every reader.
        case ungrab
        /// All that was to be read: first from the main descriptor, then from the witness.
        case read(main: [InputEvent], witness: [InputEvent])
        /// No key has gone down or up for long enough that no scan is under way, or that is waited for no longer.
        case quiet
        /// The time for keys that are held down at the end is over.
        case settled
        /// The device does not answer any more.
        case gone
    }

    package enum Action: Equatable, Sendable {
        /// Answered by `looked`.
        case look
        /// Answered by `grabbed` or `busy`.
        case grab
        /// Answered by `ungrab`.
        case ungrab
        /// Answered by `read`.
        case read
        case write([InputEvent])
        /// Nobody but this process has heard these: they are lost, unless they are said again when the device has been
        /// let go.
        case caught([InputEvent])
        /// As `caught`, of a scan that the others have heard the beginning of.
        case caughtRest([InputEvent])
        /// Says that rest, to all: the device has been let go.
        case sayRest
        /// Sends `settled` after the time to settle.
        case settle
        /// Nothing more to do: close it.
        case end(Ending)
    }

    package enum Ending: Equatable, Sendable {
        case ungrab
        case busy
        case gone
    }
}
