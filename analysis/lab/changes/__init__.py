"""What a change does to a game, on the same dice: another number, option, reading, bid."""
