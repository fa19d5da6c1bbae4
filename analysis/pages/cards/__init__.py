"""The odds card of a game: what a player wants at the table, as a page and as a PDF."""
