package import HUDPixels

/// A lit output of a card: where a HUD can be seen.
package struct DRMOutput {
    package let device: any DRMDevice
    package let connector: DRMConnector
    package let crtc: DRMCRTC
    package let mode: DRMMode

    package init(device: any DRMDevice, connector: DRMConnector, crtc: DRMCRTC, mode: DRMMode) {
        self.device = device
        self.connector = connector
        self.crtc = crtc
        self.mode = mode
    }

    package var size: Size { mode.size }

    /// "HDMI-A-1 of /dev/dri/card0 (vc4), 1920x1080 at 60.00 Hz".
    var description: String {
        "\(connector.name) of \(device.path) (\(device.driver)), \(size.width)x\(size.height) at "
            + "\(mode.hertz) Hz"
    }

    /// The same output, by the card opened another time.
    func on(_ device: any DRMDevice) -> DRMOutput {
        DRMOutput(device: device, connector: connector, crtc: crtc, mode: mode)
    }

    /// The lit outputs of a card, in its own order; one for each CRTC.
    package static func lit(on device: any DRMDevice) -> [DRMOutput] {
        let crtcs = device.crtcs()
        var taken: Set<UInt32> = []
        return device.connectors().compactMap { connector in
            guard connector.isConnected, !connector.isNonDesktop,
                let crtc = crtcs.first(where: { $0.id == connector.crtc }), crtc.isActive,
                let mode = crtc.mode, mode.size.width > 0, mode.size.height > 0,
                taken.insert(crtc.id).inserted
            else { return nil }
            return DRMOutput(device: device, connector: connector, crtc: crtc, mode: mode)
        }
    }
}
