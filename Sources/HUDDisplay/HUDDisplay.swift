// HUDDisplay
