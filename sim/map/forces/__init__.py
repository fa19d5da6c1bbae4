"""Forces on the map: stacks, zones of control, movement, supply, retreat; compiled loops for every game."""
