internal import CDRM

/// A commit built beforehand, in libdrm's form.
final class AtomicRequest: DRMRequest {
    let raw: drmModeAtomicReqPtr

    init?(_ assignments: [DRMAssignment]) {
        guard let request = drmModeAtomicAlloc() else { return nil }
        raw = request
        for assignment in assignments {
            if drmModeAtomicAddProperty(raw, assignment.object, assignment.property, assignment.value) < 0 {
                return nil
            }
        }
    }

    deinit {
        drmModeAtomicFree(raw)
    }
}
