"""A combat in the city: attacks, cards, fire, losses, advance."""
