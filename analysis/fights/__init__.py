"""One fight or several: exact odds, plans, luck, what a modifier is worth."""
