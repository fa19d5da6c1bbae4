"""Players tuned against each other, and what is left to gain against the best mixture of them."""
