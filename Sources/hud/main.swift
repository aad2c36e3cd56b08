print("hud")
