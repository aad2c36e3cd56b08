// The library: every public name of the modules below, under one import.
@_exported import HUDConfiguration
@_exported import HUDDisplay
@_exported import HUDImage
@_exported import HUDInput
@_exported import HUDPixels
@_exported import HUDScene
@_exported import HUDService
@_exported import HUDStage
@_exported import HUDText
