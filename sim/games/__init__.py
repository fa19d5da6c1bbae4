"""The games, one folder each; none imports another."""
