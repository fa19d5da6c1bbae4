"""Questions about games: odds, studies, the warehouse, reports. Imports `sim`; never the reverse."""
