"""Names and dates of Leningrad, for the war diary."""

from __future__ import annotations

from datetime import date

from sim.games.leningrad.map.tables import slots, table, unit_names
from sim.map.board import load_hex_grid
from sim.map.setup import load_setup
from sim.match.words import MatchWords

_GERMAN = {"infantry": "Infantry", "mechanized": "Motorized", "armor": "Panzer"}
_SOVIET = {"infantry": "Rifle", "mechanized": "Motorized", "armor": "Tank"}
_NAMED = {"TOT": "Totenkopf", "POL": "SS Polizei"}
_HIDDEN = ("untried Tank or Motorized", "untried Rifle")
"""What is seen of an untried unit, by movement class."""
_SHIFTS = {
    "overrun": "overrun", "attacker_out_of_supply": "attacker out of supply", "hills": "hills",
    "forest_marsh_town": "terrain", "soviet_city": "city", "fort": "fort", "river": "river",
    "armor_defender": "defending armor", "panzer_corps_defender": "panzer corps in defense",
    "air_defender": "air in defense", "armor_attacker": "armor", "panzer_corps_attacker": "panzer corps",
    "air_attacker": "air", "defender_out_of_supply": "defender out of supply", "soviet_surprise": "surprise",
}  # fmt: skip


def words() -> MatchWords:
    """Return the words of the game, from the files that its rules are read from."""
    units = {row["id"]: _name(row["designation"], _GERMAN[row["type"]]) for row in table("german_units").rows}
    soviets = unit_names()[len(units) :]
    sources = [row["hex"] for row in table("supply_sources").rows if row["side"] == "german"]
    limits = table("combat_limits")
    return MatchWords(
        sides={"german": "the Germans", "soviet": "the Soviets"},
        steps={side: limits.integer(f"{side}_steps") for side in ("german", "soviet")},
        dates=tuple(_span(row["start_date"], row["end_date"]) for row in table("game_turns").rows),
        units=units | {name: _HIDDEN[slot.movement] for name, slot in zip(soviets, slots(), strict=True)},
        counters={row["id"]: _name(row["designation"], _SOVIET[row["type"]]) for row in table("soviet_units").rows},
        goal="Leningrad",
        goals=tuple(row["hex"] for row in table("hexes").rows if row["name"] == "Leningrad"),
        holder="soviet",
        held=dict.fromkeys([*sources, *_german_zones()], "german"),
        shifts=_SHIFTS,
        levels={row["level"]: row["level"].replace("_", " ").capitalize() for row in table("victory_levels").rows},
        basis="The map is rebuilt from geography: its terrain and start hexes are assumed.",
        compelled={(1, "soviet"): "15.2"},
    )


def _german_zones() -> list[str]:
    setup, grid = load_setup("leningrad"), load_hex_grid("leningrad")
    return [grid.numbers[h] for h in setup.border()]


def _name(designation: str, kind: str) -> str:
    """Return the name of a division.

    >>> _name("3", "Tank"), _name("TOT", "Motorized"), _name("112", "Rifle")
    ('3rd Tank', 'Totenkopf', '112th Rifle')
    """
    if designation in _NAMED:
        return _NAMED[designation]
    number = int(designation)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending} {kind}"


def _span(start: str, end: str) -> str:
    """Return the days of a turn.

    >>> _span("1941-06-29", "1941-07-05"), _span("1941-07-06", "1941-07-12")
    ('29 June – 5 July 1941', '6 – 12 July 1941')
    """
    first, last = date.fromisoformat(start), date.fromisoformat(end)
    month = "" if first.month == last.month else f" {_MONTHS[first.month]}"
    return f"{first.day}{month} – {last.day} {_MONTHS[last.month]} {last.year}"


_MONTHS = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
