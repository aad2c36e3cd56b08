// HUDText
