"""The turns of both sides: German actions and calls, cards, the Soviet procedure."""
