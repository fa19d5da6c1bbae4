"""The replay of one whole game: a page that needs nothing beside it, made from the event log."""
