"""A board as a picture, light or dark."""
