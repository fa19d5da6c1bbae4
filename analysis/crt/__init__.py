"""A combat results table: its columns, bounds, diagnosis, edits, mending, recommendations, missing cells."""
