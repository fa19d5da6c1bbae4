"""Interactive parts of pages: the data that their scripts read, made by the engine."""
