"""The city as a map, and the game as it is played on it: set-up, actions, combat, arrivals, the Soviet procedure."""
