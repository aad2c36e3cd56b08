// HUDImage
