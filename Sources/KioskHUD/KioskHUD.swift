// KioskHUD
