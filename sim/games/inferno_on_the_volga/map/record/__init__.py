"""What is written down of a game: its log, the columns of its result, and the words for both."""
