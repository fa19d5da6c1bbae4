"""Combat on the map: who may attack what, shifts, results, losses, advance, overruns."""
