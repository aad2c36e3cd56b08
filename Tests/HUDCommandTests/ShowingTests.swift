import Testing

/// All tests that show something, one after the other: there is one HUD at a time on a machine, and a newer one takes the
/// place of an older one.
@Suite(.serialized) enum ShowingTests {}
