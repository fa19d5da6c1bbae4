"""What is not known, moved over its range: which number matters, and what knowing it is worth."""
