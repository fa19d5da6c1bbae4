"""Names of blocks, sides and endings for the war diary, and the faces of the blocks."""

from __future__ import annotations

from collections.abc import Mapping

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.blocks import german_blocks, german_rows, soviet_blocks, unit_names
from sim.games.inferno_on_the_volga.map.city.drawing import place_name
from sim.games.inferno_on_the_volga.map.city.lattice import NAMES
from sim.match.faces import Face
from sim.match.words import MatchWords

_KINDS = {
    "panzer": "Panzer", "panzer_grenadier": "Panzer Grenadiers", "motorized_infantry": "Motorized",
    "infantry": "Infantry", "tank": "tank brigade", "marine": "marines", "guard": "Guards",
    "aa_regiment": "1077th AA Regiment", "destroyer_brigade": "20th Destroyer Brigade",
}  # fmt: skip
CARDS = {
    "heinkel_111": "Heinkel 111", "stuka": "Stuka", "howitzer": "Howitzer", "pioneer": "Pioneer",
    "pioneer_672": "672nd Pioneer", "sniper": "Sniper", "pak": "Pak", "paulus": "Paulus", "hoth": "Hoth",
    "linden": "Linden", "okh": "OKH", "von_richthofen": "Von Richthofen", "tommy_gunner": "Tommy Gunner",
    "volga_flotilla": "Volga Flotilla", "anti_tank": "Anti-Tank", "infiltration": "Infiltration",
    "t34_dug_in": "T-34 Dug in", "chuikov": "Chuikov", "zaytsev": "Zaytsev", "khrushchev": "Khrushchev",
    "aa_1": "AA", "aa_2": "AA", "aa_3": "AA", "aa_4": "AA",
}  # fmt: skip
"""What is printed on the cards and the leaders, by the id of the event log."""
ADVANTAGES = {
    "german": ("Paulus", "Hoth", "Von Richthofen", "Linden", "OKH", "the 6th Panzer Division"),
    "soviet": ("Chuikov", "Khrushchev", "Zaytsev", "Marine Skills", "Late Deployment", "Immortal Guards"),
}
"""The advantages of each side by their numbers [p. 18]."""
_WITHOUT_ARTICLE = ("Rynok", "Mamayev Kurgan", "Kuporosnoye", "Stalingrad")
_SYMBOLS = {"panzer": "armor", "tank": "armor", "panzer_grenadier": "mechanized", "motorized_infantry": "mechanized"}
_MARKS = {"guard": "Guards", "marine": "Marine", "aa_regiment": "1077", "destroyer_brigade": "20"}
_COLORS = {4: "TF", 5: "DF", 6: "SF"}
ENDINGS = {
    "spawn_hexes": "the Germans hold all six Soviet spawn hexes",
    "no_soviets": "no Soviet block is left on the map",
    "coast": "the Germans hold the bank from 1 to 19",
    "german_losses": "ten German blocks are eliminated",
    "soviet_deck": "the last Soviet card is drawn",
    "turn_limit": "nobody has won in the turns there is room for",
}


def block_names(soviet: str = "central") -> dict[str, str]:
    """Return what each block is called, by id; `soviet` is the member of the family of Soviet blocks (R52)."""
    found = {
        name: f"{ordinal(int(row['designation']))} "
        f"{'Pioneers' if row['division'] == 'Pioneers' else _KINDS[row['kind']]}"
        for name, row in german_rows()
    }
    for name, block in zip(unit_names(soviet)[f.N_GERMAN :], soviet_blocks(soviet), strict=True):
        found[name] = f"Soviet {_KINDS[block.kind]}"
    return found


def ordinal(n: int) -> str:
    """Return a number as that of a unit.

    >>> ordinal(2), ordinal(64), ordinal(211), ordinal(3)
    ('2nd', '64th', '211th', '3rd')
    """
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def place(hex_: str) -> str:
    """Return a hex in words: its name where it has one, its number.

    >>> place("28"), place("7"), place("43")
    ('Mamayev Kurgan (28)', 'the Tractor Factory (7)', 'hex 43')
    """
    name = place_name(hex_)
    if not name:
        return f"hex {hex_}"
    return f"{name if name in _WITHOUT_ARTICLE else f'the {name}'} ({hex_})"


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
        places={name: place_name(name) for name in NAMES if place_name(name)},
        basis="The board is searched for under what the book prints; terrain, icons and the points of the blocks are "
        "assumed.",
    )


def faces(german: str = "central", soviet: str = "central") -> Mapping[str, Face]:
    """Return every block by the id that the event log uses, by members of both families (R60, R52)."""
    found: dict[str, Face] = {}
    blocks = (*german_blocks(german), *soviet_blocks(soviet))
    for name, block in zip(unit_names(soviet), blocks, strict=True):
        values = tuple(f"{n} {_COLORS[block.lowest[n - 1]]}" for n in range(len(block.lowest), 0, -1))
        hidden = "" if block.side == "german" else "?"
        found[name] = Face(block.side, _label(name, block.kind), _SYMBOLS.get(block.kind, "infantry"), values, hidden)
    return found


def _label(name: str, kind: str) -> str:
    """Return what a block is marked with: a German one with its number, a Soviet one of the few with its kind."""
    german = dict(german_rows()).get(name)
    return german["designation"] if german is not None else _MARKS.get(kind, "")
