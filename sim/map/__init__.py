"""Hex maps, the same for every game: grid, board, georeference, drawing."""
