"""What a careful reader of Stalingrad Roads stumbles over, proved on its tables."""

from __future__ import annotations

from itertools import pairwise

from sim.lint import AMBIGUOUS, CONTRADICTION, GAP, GARBLED, NEVER_FIRES, Check, Remark, needless, uncovered
from sim.numbers.rawfiles import MISSING, RAW, read_raw
from sim.numbers.tables import load_grid, load_list

GAME = "stalingrad_roads"
_CRT, _WEATHER = load_grid(GAME, "crt"), load_grid(GAME, "weather")
_AIRLIFT, _DRM = load_list(GAME, "airlift_limits"), load_list(GAME, "airlift_drm")
_FROST_ENDS = "FEB IV"  # the turn that 3.4 names


def frost_exception() -> Remark | None:
    """Remark that mud before FEB IV would thaw the rivers, and none is printed [3.4]."""
    before = _WEATHER.column_labels[: _WEATHER.column_labels.index(_FROST_ENDS)]
    if any(cell.startswith("B") for label in before for cell in _WEATHER.column(label)):
        return None
    return Remark(
        "frost_exception", NEVER_FIRES, f"The exception for mud before {_FROST_ENDS} never applies: the weather table "
        f"prints no B in its {len(before)} columns before that turn.", "3.4, Weather Table", 1,
    )  # fmt: skip


def clouds_out_of_order() -> Remark | None:
    """Remark that a closed sky clears again as the roll rises, blizzards apart [Weather Table]."""
    rank = {"CD": 1, "CC": 0}
    wrong = []
    for label in _WEATHER.column_labels:
        sky = [rank[code] for code in (cell.split(" - ")[1] for cell in _WEATHER.column(label)) if code in rank]
        if any(high > low for low, high in pairwise(sky)):
            wrong.append(label)
    if not wrong:
        return None
    return Remark(
        "clouds_out_of_order", GAP, f"In {len(wrong)} of {len(_WEATHER.column_labels)} weather columns "
        f"({wrong[0]} to {wrong[-1]}) a higher roll clears a sky that a lower one had closed, in the others none does; "
        "whether that is meant is not said.",
        "Weather Table", 12,
    )  # fmt: skip


def levels_without_a_name() -> Remark | None:
    """Remark that victory levels counted in points leave some results without one [scenarios II to V]."""
    rows = [row for row in load_list(GAME, "victory_levels").rows if row["measure"] == "vp"]
    parts = []
    for scenario in dict.fromkeys(row["scenario"] for row in rows):
        levels = [(_number(row["low"]), _number(row["high"])) for row in rows if row["scenario"] == scenario]
        parts += [f"{part} in scenario {scenario}" for part in uncovered(levels)]
    if not parts:
        return None
    return Remark(
        "levels_without_a_name", GAP, f"No victory level is printed for {'; '.join(parts)}.", "scenarios, victory", 8
    )


def _number(cell: str) -> int | None:
    return int(cell) if cell else None


def scenario_turns() -> Remark | None:
    """Remark that the number of turns printed does not lead from the first turn to the last [scenarios]."""
    turns = [row["game_turn"] for row in load_list(GAME, "turn_track").rows]
    printed = read_raw(RAW / GAME / "scenarios.csv")
    wrong = []
    for row in (dict(zip(printed.header, cells, strict=True)) for cells in printed.rows):
        if row["turns"].isdigit():
            last = turns[turns.index(row["first_turn"]) + int(row["turns"]) - 1]
            if last != row["last_turn"]:
                wrong.append(f"{row['turns']} turns from {row['first_turn']} end with {last}, not with "
                             f"{row['last_turn']} as scenario {row['id']} prints")  # fmt: skip
    if not wrong:
        return None
    return Remark("scenario_turns", CONTRADICTION, f"{'; '.join(wrong)}.", "scenarios, Weather Table", 9)


def airlift_drm_idle() -> Remark | None:
    """Remark that limits on the sum of modifiers leave some of them nothing to do [10.4.2]."""
    values = {row["id"]: int(row["value"]) for row in _DRM.rows}
    low, high = _AIRLIFT.integer("drm_min"), _AIRLIFT.integer("drm_max")
    down = [value for value in values.values() if value < 0]
    up = [value for value in values.values() if value > 0]
    idle = needless(down, low), needless(up, high)
    if not any(idle):
        return None
    return Remark(
        "airlift_drm_idle", GAP, f"The one or two largest modifiers of the airlift reach its limits of {low} and "
        f"{high:+}; {idle[0]} of {len(down)} negative and {idle[1]} of {len(up)} positive kinds can then only make up "
        "for their opposites; whether that is meant is not said.", "10.4, 10.4.2",
    )  # fmt: skip


def lost_fields_never_add_up() -> Remark | None:
    """Remark that with both fields lost no roll is made, so their modifiers never count together [10.4.2]."""
    fields = {"pitomnik_lost": _AIRLIFT["pitomnik_hex"]["value"], "gumrak_lost": _AIRLIFT["gumrak_hex"]["value"]}
    known = {row["id"] for row in _DRM.rows}
    rule = _AIRLIFT["automatic_change"]["condition"]
    if not (known >= set(fields) and all(place in rule for place in fields.values())):
        return None
    total = sum(_DRM.integer(name) for name in fields)
    return Remark(
        "lost_fields_never_add_up", AMBIGUOUS, f"The modifiers for Pitomnik and Gumrak lost ({total:+} together) never "
        "count at once, since no roll is made then; were one field enough to end the rolls, neither would count.",
        "10.4, 10.4.2", 5,
    )  # fmt: skip


def e4_without_a_legend() -> Remark | None:
    """Remark that an extra E makes E4 of a printed E3 [8.11.1, 14.1]."""
    units = next(row[1] for row in read_raw(RAW / GAME / "exploitation.csv").rows if row[0] == "E4")
    n = sum(_CRT.column(label).count("E3") for label in _CRT.column_labels if label.endswith(" A"))
    return Remark(
        "e4_without_a_legend", GAP, f"E4 comes of an extra E on the {n} cells that print E3, and its number of units "
        "is not printed.", "8.11.1, 8.14.2, 14.1", 25,
    ) if n and units == MISSING else None  # fmt: skip


def eng_again() -> Remark | None:
    """Remark that the second roll of Eng is made in the same column, which prints Eng again [CRT legend]."""
    labels = dict.fromkeys(label.split()[0] for label in _CRT.column_labels if "Eng" in _CRT.column(label))
    if not labels:
        return None
    return Remark(
        "eng_again", GAP, f"In {len(labels)} columns the second roll of Eng may be Eng once more, and nothing says "
        "what happens then.", "CRT legend", 13,
    )  # fmt: skip


def or_and() -> Remark | None:
    """Remark that S and F say or and and in one breath [CRT legend]."""
    cells = [cell for label in _CRT.column_labels if label.endswith(" D") for cell in _CRT.column(label)]
    n = sum(cell in ("S", "F") for cell in cells)
    return Remark(
        "or_and", AMBIGUOUS, f"{n} of {len(cells)} results of the defender are S or F, whose legend can be read in "
        "two ways.", "CRT legend, 8.10.2", 3,
    ) if n else None  # fmt: skip


def colors_lost() -> Remark | None:
    """Remark that the elite bonus reads colored blocks that our copy has lost [8.10.3]."""
    blocks = read_raw(RAW / GAME / "elite_blocks.csv").rows
    n = sum(MISSING in row for row in blocks)
    rows = f"{'all' if n == len(blocks) else f'{n} of'} {len(blocks)} rows"
    return Remark(
        "colors_lost", GARBLED, f"The color of {rows} of the combat table, on which the elite bonus "
        "rests, is lost in the copy.", "8.10.3", 2,
    ) if n else None  # fmt: skip


def fewer_than_shown() -> Remark | None:
    """Remark that a count of markers is below what an example shows at once; silent while no count is known."""
    few = [
        row["id"].replace("_", " ") for row in load_list(GAME, "supports").rows
        if row["markers"].isdigit() and row["markers_at_least"].isdigit()
        and int(row["markers"]) < int(row["markers_at_least"])
    ]  # fmt: skip
    return Remark(
        "fewer_than_shown", CONTRADICTION, f"The count given of {', '.join(few)} is below the markers that an example "
        "shows at once.", "ex. 4, 9, 11",
    ) if few else None  # fmt: skip


CHECKS: tuple[Check, ...] = (
    frost_exception, clouds_out_of_order, levels_without_a_name, scenario_turns, airlift_drm_idle,
    lost_fields_never_add_up, e4_without_a_legend, eng_again, or_and, colors_lost, fewer_than_shown,
)  # fmt: skip
