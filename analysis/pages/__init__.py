"""How it looks: pages from notebooks, the index, words explained, cards, apps, templates."""
