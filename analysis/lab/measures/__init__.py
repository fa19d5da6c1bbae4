"""What happened in the games of a run: how they end, how they are won over the turns, where luck and skill come in."""
