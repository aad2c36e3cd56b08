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
        /// Nothing has happened to the device; what is wanted may have changed.
        case woken
        /// Both descriptors have been emptied, and the device asked what is pressed.
        case looked(main: Pressed, witness: Pressed)
        case grabbed
        /// Another process has grabbed it.
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
        /// No other reader has heard these: they are lost, unless they are written again when the device has been let go.
        case caught([InputEvent])
        /// No other reader has heard these, but the others hear what follows on them: written later they would be in the wrong
        /// place.
        case halved([InputEvent])
        /// As `caught`, of a scan of which the other readers have heard the beginning.
        case caughtRest([InputEvent])
        /// Writes that rest for all readers: the device has been let go.
        case writeRest
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

    /// The device is held off.
    package var isHolding: Bool { phase == .held }

    /// Wants to be told when it is quiet.
    package var awaitsQuiet: Bool {
        !isQuiet && (phase == .listening || phase == .held && (goal == .open || isRest) && main.isEmpty)
    }

    /// The device is waited for until a scan is over, before it is grabbed.
    package var isListening: Bool { phase == .listening }
}
