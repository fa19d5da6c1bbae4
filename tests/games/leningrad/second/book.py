"""Leningrad: combat results, read a second time from the rulebook alone."""

from fractions import Fraction

# Combat results table: die 1..6 down each column; left of the slash the defender, right the attacker.
CRT: dict[str, list[str]] = {
    "1-4": ["-/E", "-/E", "-/E", "-/E", "-/2", "-/2"],
    "1-3": ["-/E", "-/E", "-/2", "-/2", "-/2", "1/2"],
    "1-2": ["-/E", "-/2", "-/2", "-/1", "1/2", "2/2"],
    "1-1": ["-/2", "-/1", "1/2", "2/2", "1/1", "2/1"],
    "2-1": ["-/1", "1/2", "2/2", "1/1", "2/1", "1/-"],
    "3-1": ["1/1", "2/2", "1/1", "2/1", "1/-", "1/-"],
    "4-1": ["2/2", "1/1", "2/1", "1/-", "1/-", "2/-"],
    "5-1": ["1/1", "2/1", "1/-", "1/-", "2/-", "2/-"],
    "6-1": ["2/1", "1/-", "1/-", "2/-", "2/-", "E/-"],
    "7-1": ["1/-", "1/-", "2/-", "2/-", "E/-", "E/-"],
    "8-1": ["1/-", "2/-", "2/-", "E/-", "E/-", "E/-"],
    "9-1": ["2/-", "2/-", "E/-", "E/-", "E/-", "E/-"],
    "10-1": ["2/-", "E/-", "E/-", "E/-", "E/-", "E/-"],
}

LOWEST: int = -3  # step of the column 1-4 on the line ... 1-2 = -1, 1-1 = 0, 2-1 = 1 ...
HIGHEST: int = 9  # step of the column 10-1


def odds_step(attack: int, defense: int) -> int:
    """Place of the initial odds on the line of columns, 1-1 being 0; rounded for the defender (8.33)."""
    if attack <= 0 or defense <= 0:
        raise ValueError("both strengths must be positive")
    if attack >= defense:
        return attack // defense - 1
    times = defense // attack
    if times * attack < defense:
        times += 1
    return 1 - times


def step_label(step: int) -> str:
    """Name of the column standing at a place of the line."""
    if step >= 0:
        return f"{step + 1}-1"
    return f"1-{1 - step}"


def hold(step: int) -> int:
    """Odds above or below the table are resolved in its highest or lowest column (8.32)."""
    if step < LOWEST:
        return LOWEST
    if step > HIGHEST:
        return HIGHEST
    return step


def initial_odds(attack: int, defense: int) -> str:
    """Initial odds (8.3, 8.33), going on past both ends of the table."""
    return step_label(odds_step(attack, defense))


def final_column(attack: int, defense: int, shift: int, clamp_first: bool) -> str:
    """Column used after the shifts, right positive (8.3, 8.32)."""
    step = odds_step(attack, defense)
    if clamp_first:
        step = hold(step)
    return step_label(hold(step + shift))


def law(attack: int, defense: int, shift: int = 0, clamp_first: bool = False) -> dict[str, Fraction]:
    """Probability of each printed result."""
    chances: dict[str, Fraction] = {}
    for result in CRT[final_column(attack, defense, shift, clamp_first)]:
        chances[result] = chances.get(result, Fraction(0)) + Fraction(1, 6)
    return chances
