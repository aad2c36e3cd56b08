// HUDStage
