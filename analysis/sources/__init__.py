"""The numbers and the book: audit, rulings, readings, a game of one's own."""
