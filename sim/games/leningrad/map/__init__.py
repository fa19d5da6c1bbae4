"""The rules of Leningrad on its map: set-up, movement, combat, supply, arrivals, victory; compiled loops throughout."""
