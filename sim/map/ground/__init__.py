"""The ground under the hexes: geography laid over the grid, and the map files written from it."""
