"""What the tests of combat ask: a fight by its facts."""

from typing import Any

from analysis.fights.odds import odds


def ask(**facts: Any) -> Any:
    return odds("leningrad", **facts)


BOTH = (False, True)
BASE: dict[str, Any] = {
    "attack": 11, "defense": 4, "attacker_steps": 6, "defender_steps": 4, "attacker_armor": True, "fort": True,
    "terrain": ("soviet-city",), "untried_inf": 1, "untried_armor": 1,
}  # fmt: skip
SOVIET = {"attack": 11, "defense": 4, "attacker": "soviet", "attacker_steps": 4, "defender_steps": 4}
OTHERS: dict[str, tuple[dict[str, Any], Any]] = {
    "attack": (BASE, 17), "defense": (BASE, 2), "attacker": ({**BASE, "fort": False}, "soviet"),
    "turn": ({**BASE, "attacker_air": 2}, 6), "overrun": (BASE, True), "attacker_air": (BASE, 1),
    "defender_air": (SOVIET, 1), "untried_inf": (BASE, 2), "untried_armor": (BASE, 2), "seen": (BASE, ("3-7-5",)),
    "clamp_first": ({"attack": 60, "defense": 4, "shift": -2}, True), "attacker_out_of_supply": (BASE, True),
    "defender_out_of_supply": (BASE, True), "terrain": (BASE, ("hills",)), "city_is_town": (BASE, True),
    "fort": (BASE, False), "river": (BASE, True), "attacker_armor": ({**BASE, "fort": False}, False),
    "unfortified": (BASE, "any"),
    "several_hexes": ({"attack": 11, "defense": 4, "terrain": ("hills", "forest")}, "best"),
    "city_voids_attacker": ({**SOVIET, "terrain": ("soviet-city",), "attacker_armor": True}, True),
    "defender_armor": (BASE, True), "attacker_corps": (BASE, 1),
    "defender_corps": (SOVIET, 1), "surprise": (SOVIET, True), "shift": (BASE, 1), "attacker_steps": (BASE, 1),
    "defender_steps": (SOVIET, 1), "attacker_retreat": (BASE, 0),
    "defender_retreat": ({**BASE, "defender_aim": "spare"}, 0),
    "attacker_takes": (BASE, "steps"), "defender_takes": (BASE, "retreat"),
    "attacker_aim": ({**BASE, "defender_takes": "retreat"}, "spare"), "defender_aim": (BASE, "spare"),
}  # fmt: skip
