// HUDInput
