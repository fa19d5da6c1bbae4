"""What a careful reader of Traces of Hubris stumbles over, proved on its tables and examples."""

from __future__ import annotations

import tomllib

from sim.games.traces_of_hubris.combat.odds import odds
from sim.lint import AMBIGUOUS, CONTRADICTION, GAP, NEVER_FIRES, Check, Remark, needless
from sim.numbers.rawfiles import MISSING, RAW, read_raw
from sim.numbers.tables import load_list

GAME = "traces_of_hubris"


def examples_against_the_nearest_column() -> Remark | None:
    """Remark that the rule takes the nearest column, the examples another [10.2]."""
    known = tomllib.loads((RAW / GAME / "examples.toml").read_text(encoding="utf8"))["example"]
    tried = [one for one in known if one["kind"] == "odds" and set(one["given"]) == {"attack", "defense"}]
    wrong = [
        f"{one['given']['attack']}:{one['given']['defense']}" for one in tried
        if odds(**one["given"], rounding="nearest").final_column != one["expect"].get("odds_column")
    ]  # fmt: skip
    return Remark(
        "examples_against_the_nearest_column", CONTRADICTION, f"{len(wrong)} of {len(tried)} examples of odds "
        f"({', '.join(wrong)}) are not read in the nearest column that the rule asks for.", "10.2", 1,
    ) if wrong else None  # fmt: skip


def points_never_win() -> Remark | None:
    """Remark that victory points win nothing for the Axis, and that their draw may be called a Soviet win [13.0]."""
    levels = [row for row in load_list(GAME, "victory_levels").rows if row["quantity"] == "axis vp"]
    if not levels or any(row["winner"] == "axis" for row in levels):
        return None
    draw = next((row["low"] for row in levels if row["winner"] == "draw"), "")
    return Remark(
        "points_never_win", AMBIGUOUS, f"However many points the Axis has it does not win on them: {draw} and more are "
        "a draw, which players may call a minor Soviet victory.", "13.0", 17,
    )  # fmt: skip


def blucher_drm_idle() -> Remark | None:
    """Remark that once success is sure, more modifiers do nothing [12.4]."""
    success = load_list(GAME, "blucher_conditions").integer("success")
    values = [int(row["drm"]) for row in load_list(GAME, "blucher_drm").rows]
    n = needless(values, success - 1)  # the lowest roll is 1
    return Remark(
        "blucher_drm_idle", GAP, f"A modifier of {success - 1:+} makes Blücher sure: once the largest are had, {n} of "
        f"{len(values)} do nothing; whether that is meant is not said.", "12.4",
    ) if n else None  # fmt: skip


def codes_without_a_meaning() -> Remark | None:
    """Remark that the text never explains some codes, and that one stands in no printed cell [10.3-10.5]."""
    printed = read_raw(RAW / GAME / "crt_codes.csv")
    rows = [dict(zip(printed.header, row, strict=True)) for row in printed.rows]
    dark = [row["code"] for row in rows if row["attacker_step_losses"] == row["defender_step_losses"] == MISSING]
    cells = {cell for row in read_raw(RAW / GAME / "crt.csv").rows for cell in row[1:]}
    nowhere = [row["code"] for row in rows if row["code"] not in cells]
    if not dark and not nowhere:
        return None
    return Remark(
        "codes_without_a_meaning", GAP, f"The losses of {', '.join(dark)} are not given where they are used"
        + (f", and {', '.join(nowhere)} stands in no printed cell." if nowhere else "."), "10.3, 10.4, 10.5, 12.3", 7,
    )  # fmt: skip


def defense_of_zero() -> Remark | None:
    """Remark that a rule rounds a defense down to nothing, where nothing halves one [10.2]."""
    halved = [row for row in load_list(GAME, "terrain").rows if row.get("defense_factor", "") not in ("", MISSING)]
    return None if halved else Remark(
        "defense_of_zero", NEVER_FIRES, "The rule for a defense rounded down to 0 has nothing to round: no line of the "
        "tables at hand halves a defense.", "10.2", 9,
    )  # fmt: skip


CHECKS: tuple[Check, ...] = (
    examples_against_the_nearest_column, points_never_win, blucher_drm_idle, codes_without_a_meaning, defense_of_zero,
)  # fmt: skip
