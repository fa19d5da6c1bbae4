"""What a careful reader of Leningrad stumbles over, proved on its tables."""

from __future__ import annotations

import re

from sim.lint import CONTRADICTION, GAP, GARBLED, NEVER_FIRES, Check, Remark, uncovered
from sim.numbers.rawfiles import RAW, read_raw
from sim.numbers.tables import load_list

GAME = "leningrad"
_SHIFTS = load_list(GAME, "column_shifts")
_CLAIMS = load_list(GAME, "designer_claims")
_ARRIVALS = load_list(GAME, "soviet_reinforcements")


def old_rule_numbers() -> Remark | None:
    """Remark that the shift table cites rules of another edition [Column Shifts Table]."""
    wrong = [row for row in _SHIFTS.rows if row["rule_cited"] and not _holds(row["rule_cited"], row["rule_meant"])]
    cited = "; ".join(dict.fromkeys(f"{row['rule_cited']} for {row['rule_meant']}" for row in wrong))
    return Remark(
        "old_rule_numbers", GARBLED, f"{len(wrong)} of {len(_SHIFTS.rows)} lines of the shift table cite a rule that "
        f"is another here: {cited}.", "Column Shifts Table", 2,
    ) if wrong else None  # fmt: skip


def _holds(cited: str, meant: str) -> bool:
    """Return whether a citation leads to the rule that is meant: to itself, or to the head of its chapter.

    >>> _holds("7.0", "7.1"), _holds("2.1", "10.2")
    (True, False)
    """
    return cited in (meant, f"{meant.split('.')[0]}.0")


def note_on_the_wrong_side() -> Remark | None:
    """Remark that note 4 is about Germans who defend, and stands behind lines of a German attacker [note 4]."""
    defends = next((row["note"] for row in _SHIFTS.rows if row["id"] == "panzer_corps_defender"), "")
    idle = [
        row["id"] for row in _SHIFTS.rows
        if defends and row["note"] == defends and (row["side"], row["nationality"]) == ("attacker", "german")
    ]  # fmt: skip
    return Remark(
        "note_on_the_wrong_side", NEVER_FIRES, f"Note {defends}, on Germans who defend in a Soviet city, stands behind "
        f"the line {', '.join(idle).replace('_', ' ')} too, where it can never apply: a side does not attack itself.",
        "10.3; Column Shifts Table", 5,
    ) if idle else None  # fmt: skip


def frontier_divisions() -> Remark | None:
    """Remark that the counters leave fewer infantry for the frontier than the notes count there [1.0, 14.0, notes]."""
    infantry = sum(row["type"] == "infantry" for row in load_list(GAME, "soviet_units").rows)
    later = sum(int(row["count"]) for row in _ARRIVALS.rows if row["kind"] == "infantry")
    columns = load_list(GAME, "setup").integer("soviet_columns", "count")
    left = infantry - later - columns
    claimed = re.search(r"of (\d+) Soviet", _CLAIMS["frontier_destroyed"]["about"])
    if claimed is None or int(claimed[1]) <= left:
        return None
    return Remark(
        "frontier_divisions", CONTRADICTION, f"The designer counts {claimed[1]} infantry divisions at the frontier; "
        f"of {infantry} counters {later} arrive later and {columns} start behind it, which leaves {left}.",
        "1.0, 14.0, designer's notes", 3,
    )  # fmt: skip


def arrivals_from_south_and_east() -> Remark | None:
    """Remark that the notes promise more divisions than the schedule brings [14.0, notes]."""
    claim = _CLAIMS["south_and_east_arrivals"]
    turns = range(int(claim["from_turn"]), int(claim["to_turn"]) + 1)
    rows = [row for row in _ARRIVALS.rows if int(row["game_turn"]) in turns and row["kind"] != "fort"]
    east = {"2911", "2906", "2313"}
    some = sum(int(row["count"]) for row in rows if east & set(row["entry_hexes"].split(";")))
    every = sum(int(row["count"]) for row in rows)
    if int(claim["value"]) in (some, every):
        return None
    return Remark(
        "arrivals_from_south_and_east", CONTRADICTION, f"The notes speak of {claim['value']} divisions from south and "
        f"east on turns {turns[0]} to {turns[-1]}; the schedule brings {some} by hexes there, {every} by all.",
        "14.0, designer's notes", 12,
    )  # fmt: skip


def reduced_sides() -> Remark | None:
    """Remark that a reduced side is as strong as the full one [2.4]."""
    raw = read_raw(RAW / GAME / "german_units.csv")
    at = {name: i for i, name in enumerate(raw.header)}
    known = [row for row in raw.rows if row[at["reduced_strength"]].isdigit()]
    strong = [row[0] for row in known if int(row[at["reduced_strength"]]) >= int(row[at["strength"]])]
    return Remark(
        "reduced_sides", GARBLED, f"{len(strong)} German backs ({', '.join(strong)}) show a figure that is no less "
        "than the full strength.", "2.4, counter sheet", 13,
    ) if strong else None  # fmt: skip


def first_stacks() -> Remark | None:
    """Remark that the Germans south of the Niemen do not fit the hexes they are given [1.0, 4.6]."""
    setup = load_list(GAME, "setup")
    units = setup.integer("german_infantry", "count") + setup.integer("german_mobile", "count")
    units -= setup.integer("german_north_limit", "count")
    words = {"seven": 7}
    hexes = next((n for word, n in words.items() if word in setup["german_south_hexes"]["condition"]), None)
    stack = load_list(GAME, "movement_limits").integer("stack_max")
    if hexes is None or units <= hexes * stack:
        return None
    return Remark(
        "first_stacks", CONTRADICTION, f"{units} German units are to stand on {hexes} hexes, which hold "
        f"{hexes * stack} at {stack} a hex.", "1.0, 4.6", 9,
    )  # fmt: skip


def levels_without_a_name() -> Remark | None:
    """Remark that victory levels leave some margins out [16.0]."""
    rows = load_list(GAME, "victory_levels").rows
    ends = [tuple(int(row[end]) if row[end] else None for end in ("vp_margin_low", "vp_margin_high")) for row in rows]
    found = uncovered([(low, high) for low, high in ends])
    return Remark(
        "levels_without_a_name", GAP, f"No victory level is printed for a margin of {'; '.join(found)}.", "16.0"
    ) if found else None  # fmt: skip


CHECKS: tuple[Check, ...] = (
    old_rule_numbers, note_on_the_wrong_side, frontier_divisions, arrivals_from_south_and_east, reduced_sides,
    first_stacks, levels_without_a_name,
)  # fmt: skip
