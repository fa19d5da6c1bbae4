"""A study file to go on from: every key there is, with what it may hold."""

from __future__ import annotations

import re

from analysis.errors import KesselError
from analysis.matches.inquiry import MATCH, match_inquiry
from analysis.studies.study import STUDY_ID, course_of, shipped_studies
from sim.border import shown
from sim.game import load_game
from sim.system import Inquiry

GAMES = {True: 200, False: 20_000}
"""Games of whole games, and of a system, that take a few seconds."""


def draft(name: str, game: str, system: str) -> str:
    """Return the text of a study file; `KesselError` and `GameError` say what is not known."""
    if not re.fullmatch(STUDY_ID, name) or name in shipped_studies():
        raise KesselError(f"{shown(name)} cannot be the id of a study; expected letters, digits, underscores")
    is_match = system == MATCH
    asked: Inquiry = match_inquiry(load_game(game)) if is_match else course_of(game, system)
    lines = [
        f'id       = "{name}"', 'question = "What do you want to know?"', f'game     = "{game}"',
        f'system   = "{system}"', f"games    = {GAMES[is_match]}   # a cell, or the most if it stops by a rule",
        "seed     = 1", f'# until  = "half-width of {_measure(asked, game, is_match)} < 0.02"   # stop then',
        "", "[policies]                # every combination of players is played",
    ]  # fmt: skip
    for side, policies in asked.policies.items():
        known = list(policies)
        tuning = load_game(game).whole.tuning if is_match else None
        chosen = known[0] if tuning is None else tuning.characters[0]
        lines.append(f'{side} = ["{chosen}"]   # of {", ".join(known)}')
    lines += ["", "[grid]                    # every combination of these numbers is played, on the same dice"]
    lines += [f"# {factor.id} = [{factor.value}]   # {factor.low} to {factor.high}: {factor.about}"
              for factor in asked.factors.values()]  # fmt: skip
    if not is_match:
        lines += ["", "[ranges]                  # drawn anew for each game: name = [low, high]"]
    lines += ["", "[edits]                   # printed numbers changed, a variant each, on the same dice"]
    lines += [f'# mine = ["TABLE,ROW,COLUMN=VALUE"]   # or ["TABLE=FILE.csv"], an edited copy from data/raw/{game}']
    return "\n".join(lines) + "\n"


def _measure(asked: Inquiry, game: str, is_match: bool) -> str:
    if is_match:
        return f"P({load_game(game).whole.sides[0]} wins)"
    course = course_of(game, asked.id)
    return f"P({next(iter(course.results))} >= 1)"
