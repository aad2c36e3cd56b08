// HUDService
