"""Names of blocks, sides and endings for the war diary, and the faces of the blocks."""

from __future__ import annotations

from collections.abc import Mapping

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.blocks import german_blocks, german_rows, soviet_blocks, unit_names
from sim.match.faces import Face
from sim.match.words import MatchWords

_KINDS = {
    "panzer": "Panzer", "panzer_grenadier": "Panzer Grenadiers", "motorized_infantry": "Motorized",
    "infantry": "Infantry", "tank": "tank", "marine": "marine", "guard": "Guards", "aa_regiment": "1077th AA",
    "destroyer_brigade": "20th Destroyer Brigade",
}  # fmt: skip
_SYMBOLS = {"panzer": "armor", "tank": "armor", "panzer_grenadier": "mechanized", "motorized_infantry": "mechanized"}
_COLORS = {4: "TF", 5: "DF", 6: "SF"}
ENDINGS = {
    "spawn_hexes": "the Germans hold all six Soviet spawn hexes",
    "no_soviets": "no Soviet block is left on the map",
    "coast": "the Germans hold the bank from 1 to 19",
    "german_losses": "ten German blocks are eliminated",
    "soviet_deck": "the last Soviet card is drawn",
    "turn_limit": "nobody has won in the turns there is room for",
}


def block_names() -> dict[str, str]:
    """Return what each block is called, by id."""
    found = {
        name: f"{'Pioneers' if row['division'] == 'Pioneers' else _KINDS[row['kind']]} {row['designation']}"
        for name, row in german_rows()
    }
    for name, block in zip(unit_names()[f.N_GERMAN :], soviet_blocks("central"), strict=True):
        found[name] = f"Soviet {_KINDS[block.kind]}"
    return found


def words() -> MatchWords:
    """Return the words of the game."""
    return MatchWords(
        sides={"german": "the Germans", "soviet": "the Soviets"},
        steps={"german": 4, "soviet": 4},
        dates=(),
        units=block_names(),
        counters={},
        goal="Stalingrad",
        goals=("3", "7", "9", "13", "15", "19"),
        holder="soviet",
        held=dict.fromkeys(("W", "X", "Y", "Z"), "german"),
        levels=ENDINGS,
        basis="The board is searched for under what the book prints; terrain, icons and the points of the blocks are "
        "assumed.",
    )


def faces() -> Mapping[str, Face]:
    """Return every block by the id that the event log uses."""
    found: dict[str, Face] = {}
    blocks = (*german_blocks("central"), *soviet_blocks("central"))
    for name, block in zip(unit_names(), blocks, strict=True):
        values = tuple(f"{n} {_COLORS[block.lowest[n - 1]]}" for n in range(len(block.lowest), 0, -1))
        hidden = "" if block.side == "german" else "?"
        found[name] = Face(block.side, name.partition("_")[2], _SYMBOLS.get(block.kind, "infantry"), values, hidden)
    return found
