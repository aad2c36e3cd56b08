// HUDSystem
