"""A study: its file, its run, its intervals."""
