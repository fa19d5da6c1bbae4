"""Battles of a quick player: who attacks what and at which odds, and what is decided in them."""
