"""What a study of a system beside the map answers: the exact headline of each of its settings, and their span."""

from __future__ import annotations

from fractions import Fraction

import polars as pl

from analysis.studies.study import Cell, Study
from analysis.systems.ask import ask, verdict
from analysis.systems.in_words import in_words
from sim.game import load_game


def settings_of(study: Study) -> list[tuple[str, Fraction]]:
    """Return the exact headline of every cell of a study, named by what differs between its cells.

    Numbers that a study draws anew for each game, its ranges, stand at their central values.
    """
    varied = {side for side, names in study.policies.items() if len(names) > 1}
    varied |= {factor for factor, values in study.grid.items() if len(values) > 1}
    return [
        (_named(cell, varied), ask(study.game, study.system, cell.factors, cell.policies, spans=False).headline)
        for cell in study.cells()
    ]


def _named(cell: Cell, varied: set[str]) -> str:
    told = {**cell.policies, **cell.factors}
    return ", ".join(f"{name} {told[name]}" for name in told if name in varied) or "the only setting"


def answered(study: Study) -> tuple[str, Fraction, Fraction, Fraction, str]:
    """Return the answer in a sentence, the headline as the system is asked, the lowest and highest of all, the basis.

    The headline belongs to the span, whether or not it is among the settings.
    """
    asked = ask(study.game, study.system, spans=False)
    found = sorted(settings_of(study), key=lambda one: one[1])
    (least, low), (most, high) = found[0], found[-1]
    said = verdict(asked)
    if low < high:
        unit = load_game(study.game).system(study.system).unit
        span = f"from {in_words(low, unit)} ({least}) to {in_words(high, unit)} ({most})"
        said = f"{said.rstrip('.')}; over the study's {len(found)} settings, {span}."
    return said, asked.headline, min(low, asked.headline), max(high, asked.headline), asked.basis


def settings_frame(study: Study) -> pl.DataFrame:
    """Return every setting of a study, the lowest headline first: name, n_games, value."""
    found = sorted(settings_of(study), key=lambda one: one[1])
    rows = [(name, study.games, float(value)) for name, value in found]
    return pl.DataFrame(rows, schema=["name", "n_games", "value"], orient="row")
