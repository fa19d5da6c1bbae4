"""Who plays the game: weights over named features, and random players; apart from the rules."""
