// HUDScene
