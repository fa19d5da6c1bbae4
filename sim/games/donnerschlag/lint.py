"""What a careful reader of Donnerschlag stumbles over, proved on its tables."""

from __future__ import annotations

from datetime import datetime

from sim.lint import CONTRADICTION, GAP, Check, Remark
from sim.numbers.rawfiles import MISSING
from sim.numbers.tables import load_list

GAME = "donnerschlag"
_CLOCK = load_list(GAME, "donnerschlag_clock")
_LENGTH = load_list(GAME, "game_length")
_DIE = 6


def one_word_two_terrains() -> Remark | None:
    """Remark that a word of the list of effects stands in the list of DRMs as well, beside others [13.2]."""
    lists: dict[str, list[str]] = {"terrain effects": [], "die roll modifiers": []}
    for row in load_list(GAME, "terrain").rows:
        if row["printed_list"] in lists:
            lists[row["printed_list"]].append(row["printed_word"])
    effects, modifiers = lists.values()
    both = set(effects) & set(modifiers)
    at = [(word, effects.index(word) + 1, modifiers.index(word) + 1) for word in sorted(both)]
    wrong = [f"{word} is number {i} of one list and number {j} of the other" for word, i, j in at if i != j]
    return Remark(
        "one_word_two_terrains", CONTRADICTION, f"Towns have two sets of words: {'; '.join(wrong)}.", "13.2", 1
    ) if wrong else None  # fmt: skip


def boxes_of_the_clock() -> Remark | None:
    """Remark that the track has fewer boxes in one sentence than in the others [14]."""
    named = _CLOCK.integer("end_box_army_survival") - _CLOCK.integer("start_box") + 1
    counted = _CLOCK.integer("boxes_on_track")
    return Remark(
        "boxes_of_the_clock", CONTRADICTION, f"The track of the clock is said to have {counted} boxes, and {named} are "
        "named.", "6.3, 14", 29,
    ) if named != counted else None  # fmt: skip


def days_of_the_operation() -> Remark | None:
    """Remark that the turns last longer than the operation they cover [1, 2]."""
    first, last = (
        datetime.strptime(_LENGTH[name]["value"], "%d %b %Y").replace(tzinfo=None)
        for name in ("operation_first_day", "operation_last_day")
    )
    days = (last - first).days + 1
    scale, turns = load_list(GAME, "scale"), _LENGTH.integer("turns_at_most")
    low, high = (turns * scale.integer(name) for name in ("turn_days_low", "turn_days_high"))
    return Remark(
        "days_of_the_operation", CONTRADICTION, f"{turns} turns are {low} to {high} days, and the operation lasted "
        f"{days}.", "1, 2", 40,
    ) if not low <= days <= high else None  # fmt: skip


def late_calls() -> Remark | None:
    """Remark that a call may come too late for the clock to run out [6, 14]."""
    turns = len([row for row in load_list(GAME, "turns").rows if row["is_special_case"] == "no"])
    last = turns - _CLOCK.integer("end_box") + 1  # the turn of the call advances the marker as well
    late = [str(turn) for turn in range(last + 1, turns + 1)]
    return Remark(
        "late_calls", GAP, f"Nothing forbids to call Donnerschlag on turns {', '.join(late)}, and the marker "
        f"can never reach box {_CLOCK.integer('end_box')} then.", "6, 14", 32,
    ) if late else None  # fmt: skip


def no_alarm_in_towns() -> Remark | None:
    """Remark that terrain and river keep the roll below the one that draws an Alarmgruppe, meant or not [13.2]."""
    at_least = load_list(GAME, "draw_triggers").integer("alarmgruppe", "modified_roll_at_least")
    down = {row["id"]: int(row["value"]) for row in load_list(GAME, "drm").rows if row["value"] != MISSING}
    barred = [name.replace("_", " ") for name, value in down.items() if _DIE + value < at_least]
    return Remark(
        "no_alarm_in_towns", GAP, f"A Soviet attack draws no Alarmgruppe against {', '.join(barred)}, where "
        f"the modified roll stays below {at_least} unless a card adds to it; whether that is meant is not said.",
        "13.2",
    ) if barred else None  # fmt: skip


def quarter_without_a_case() -> Remark | None:
    """Remark that a quarter of a strength is named, and nobody learns when [13.2]."""
    quarters = [row for row in load_list(GAME, "halving").rows if row["factor"] == "1/4" and not row["side"]]
    return Remark(
        "quarter_without_a_case", GAP, "A quarter of a strength is named where fractions are rounded, and no rule "
        "quarters anything by itself.", "11.2, 13.2", 10,
    ) if quarters else None  # fmt: skip


CHECKS: tuple[Check, ...] = (
    one_word_two_terrains, boxes_of_the_clock, days_of_the_operation, late_calls, no_alarm_in_towns,
    quarter_without_a_case,
)  # fmt: skip
