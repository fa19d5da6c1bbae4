"""The rules of the games, and everything that plays them."""
