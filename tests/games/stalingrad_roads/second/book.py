"""Stalingrad Roads: combat, weather and the Stalingrad pocket, read a second time from the rulebook."""

from fractions import Fraction

Cell = tuple[str, str, str]
Outcome = tuple[int, int, str, str]

# Combat results table: 2d6 = 2..12 down each column; losses, attacker's and defender's tactical result.
# fmt: off
CRT: dict[str, list[Cell]] = {
    "1/2": [
        ("A3", "AR", "R"), ("A2", "AR", "R"), ("A2D1", "AR", "Eng"), ("A1", "-", "Eng"),
        ("A1", "AR", "R"), ("A1", "-", "-"), ("A1", "-", "-"), ("A1D1", "-", "F"),
        ("A1D1", "E", "Eng"), ("D1", "E", "DR"), ("A1D2", "E", "DR2"),
    ],
    "1/1": [
        ("A2", "AR", "R"), ("A2D1", "AR", "F"), ("A1", "AR", "R"), ("A1", "Eng", "-"),
        ("A1", "AR", "R"), ("-", "Eng", "-"), ("A1D1", "-", "F"), ("A1D1", "-", "-"),
        ("D1", "E", "DR"), ("A1D2", "E", "DR2"), ("A1D2", "E", "DR2"),
    ],
    "2/1": [
        ("A2D1", "AR", "F"), ("A1", "AR", "-"), ("A1", "AR", "R"), ("-", "Eng", "F"),
        ("A1D1", "-", "R"), ("A1D1", "-", "S"), ("D1", "E", "S"), ("D1", "D1", "DR"),
        ("A1D2", "E", "DR2"), ("A1D2", "E", "DR2"), ("D2", "E2", "DR3"),
    ],
    "3/1": [
        ("A1", "-", "R"), ("A1", "-", "R"), ("-", "Eng", "-"), ("A1D1", "-", "R"),
        ("A1D1", "D1", "F"), ("D1", "E", "DR"), ("D1", "E", "DR"), ("A1D2", "E", "DR2"),
        ("A1D2", "E", "DR2"), ("D2", "E2", "DR3"), ("D2", "E2", "DR3"),
    ],
    "4/1": [
        ("A1", "-", "R"), ("-", "-", "S"), ("A1D1", "Eng", "F"), ("A1D1", "D1", "S"),
        ("D1", "E", "DR"), ("D1", "E", "DR"), ("A1D2", "E", "DR2"), ("A1D2", "E", "DR2"),
        ("D2", "E2", "DR3"), ("D2", "E2", "DR3"), ("A1D3", "E3", "DR3"),
    ],
    "5/1": [
        ("-", "-", "R"), ("A1D1", "-", "S"), ("A1D1", "D1", "Eng"), ("D1", "E", "DR"),
        ("D1", "E", "DR"), ("D2", "E", "DR2"), ("A1D2", "E2", "DR2"), ("D2", "E2", "DR3"),
        ("D2", "E2", "DR2"), ("A1D3", "Eng", "DR3"), ("D3", "E3", "DR3"),
    ],
    "6/1": [
        ("A1D1", "E", "DR2"), ("A1D1", "D1", "DR2"), ("D1", "E", "DR2"), ("D1", "E", "DR2"),
        ("A1D2", "E", "DR2"), ("D2", "E2", "DR3"), ("D2", "E2", "Eng"), ("D2", "E2", "DR3"),
        ("A1D3", "E3", "DR3"), ("D3", "Eng", "DR3"), ("D4", "E3", "DR3"),
    ],
}
# fmt: on

# Weather table (3.5): 2d6 = 2..12 in each row of this literal.
# fmt: off
WEATHER: dict[str, list[str]] = {
    "NOV IV": ["N - CD", "N - CD", "N - CD", "N - CD", "N - CC", "N - CC",
               "N - CC", "N - CC", "N - Bz", "N - CC", "N - Bz"],
    "DEC I": ["N - CD", "N/rg - CD", "N/rg - CD", "N - CC", "N - CD", "N - CC",
              "N - CC", "N - CC", "N - Bz", "N - CC", "N - Bz"],
    "DEC II": ["N - CD", "N/FG - CD", "N/FG - CD", "N - CC", "N - CD", "N/rg - CC",
               "N - CC", "N - CC", "N - Bz", "N - CC", "N - Bz"],
    "DEC III": ["N/rg - CD", "N/FG - CD", "N/FG - CD", "N/rg - CC", "N/rg - CD", "N/FG - CC",
                "N/rg - CC", "N/rg - CC", "N/rg - Bz", "N/rg - CC", "N/rg - Bz"],
    "DEC IV-FEB III": ["N/FG - CD", "N/FG - CD", "N/FG - CD", "N/FG - CC", "N/FG - CD", "N/FG - CC",
                       "N/FG - CC", "N/FG - CC", "N/FG - Bz", "N/FG - CC", "N/FG - Bz"],
    "FEB IV": ["N/rg - CD", "N/FG - CD", "N/FG - CD", "N/rg - CC", "N/rg - CD", "N/FG - CC",
               "N/rg - CC", "N/rg - CC", "N/rg - Bz", "B - CC", "B - Bz"],
    "MAR I": ["N - CD", "N/FG - CD", "N/FG - CD", "N - CC", "N - CD", "N/rg - CC",
              "N - CC", "B - CC", "B - Bz", "B - CC", "B - Bz"],
    "MAR II": ["N - CD", "N/rg - CD", "N/rg - CD", "N - CC", "N - CD", "B - CC",
               "B - CC", "B - CC", "B - Bz", "B - CC", "B - Bz"],
    "MAR III": ["N - CD", "N - CD", "N - CD", "N - CD", "B - CD", "B - CC",
                "B - CC", "B - CC", "B - Bz", "B - CC", "B - Bz"],
}
# fmt: on

# Column read on turns 1 (NOV IV) to 10 (FEB I).
TURN_COLUMNS: list[str] = ["NOV IV", "DEC I", "DEC II", "DEC III"] + ["DEC IV-FEB III"] * 6


def odds_step(attack: int, defense: int) -> int:
    """Place of the initial odds on the line of columns, 1/1 being 0; rounded for the defender (8.5.5)."""
    if attack <= 0 or defense <= 0:
        raise ValueError("both strengths must be positive")
    if attack >= defense:
        return attack // defense - 1
    times = defense // attack
    if times * attack < defense:
        times += 1
    return 1 - times


def step_label(step: int) -> str:
    """Name of the column, printed or virtual, standing at a place of the line."""
    if step >= 0:
        return f"{step + 1}/1"
    return f"1/{1 - step}"


def initial_odds(attack: int, defense: int) -> str:
    """Initial odds (8.5.4, 8.5.5)."""
    return step_label(odds_step(attack, defense))


def final_odds(attack: int, defense: int, shift: int) -> str | None:
    """Column after the shifts, right positive (8.5.6, 8.5.7); None if the attack is cancelled (8.5.8)."""
    step = odds_step(attack, defense) + shift
    if step < -1:
        return None
    if step > 5:
        step = 5
    return step_label(step)


def steps_lost(losses: str, side: str) -> int:
    """Steps the side "A" or "D" loses by a printed attrition result such as A1D2 (8.7.4)."""
    place = losses.find(side)
    if place < 0:
        return 0
    return int(losses[place + 1])


def add(chances: dict[Outcome, Fraction], outcome: Outcome, chance: Fraction) -> None:
    """Add a chance to an outcome."""
    chances[outcome] = chances.get(outcome, Fraction(0)) + chance


def law(attack: int, defense: int, shift: int = 0) -> dict[Outcome, Fraction] | None:
    """Probability of (attacker steps, defender steps, attacker tactical, defender tactical)."""
    column = final_odds(attack, defense, shift)
    if column is None:
        return None
    cells = CRT[column]
    weights: list[Fraction] = []
    for total in range(2, 13):
        weights.append(Fraction(6 - abs(total - 7), 36))
    chances: dict[Outcome, Fraction] = {}
    for (losses, tactic_a, tactic_d), weight in zip(cells, weights, strict=True):
        lost_a = steps_lost(losses, "A")
        lost_d = steps_lost(losses, "D")
        if tactic_a != "Eng" and tactic_d != "Eng":
            add(chances, (lost_a, lost_d, tactic_a, tactic_d), weight)
            continue
        # Eng: a second roll in the same column, of which only the attrition counts, for both sides.
        shown_a = "-" if tactic_a == "Eng" else tactic_a
        shown_d = "-" if tactic_d == "Eng" else tactic_d
        for (again, _, _), weight_again in zip(cells, weights, strict=True):
            sum_a = lost_a + steps_lost(again, "A")
            sum_d = lost_d + steps_lost(again, "D")
            add(chances, (sum_a, sum_d, shown_a, shown_d), weight * weight_again)
    return chances


def hold_level(level: int) -> int:
    """The supply level stays between 1 and 11 (10.3.1, 10.3.4, 10.3.6)."""
    return max(1, min(11, level))


def in_window(turn: int, first: int, length: int) -> bool:
    """Whether a turn lies in the window of the given length; length 0 is never."""
    return first <= turn < first + length


def airlift_modifier(turn: int, sky: str, last_sky: str, is_open: bool, factors: dict[str, int]) -> int:
    """Sum of the die modifiers of 10.4, held between -4 and +2."""
    drm = 0
    if sky != "Bz":  # no air support markers in a blizzard (5.5.2)
        drm += factors["vvs"]
    if (last_sky if factors["air_placed_before"] else sky) != "Bz":  # the Axis places its own a phase too late (R69)
        drm -= factors["luftwaffe"]
    grounded = (last_sky if factors["air_placed_before"] else sky) == "Bz"
    if factors["goering"] > 0 and (factors["goering_in_blizzard"] or not grounded):  # R16
        drm += 1
    if is_open:
        drm += 1
    if in_window(turn, factors["armored_from"], factors["armored_turns"]):
        drm += 1
    if sky == "CD":
        drm += 2
    if sky == "Bz":
        drm -= 2
    if factors["aa"] > 0:  # one marker a turn at most
        drm -= 1
    if turn >= factors["pitomnik_falls"]:
        drm -= 3
    for field in ("morozovsk_falls", "tatsinskaya_falls", "gumrak_falls"):
        if turn >= factors[field]:
            drm -= 1
    if factors["raid"] > 0:
        drm -= 1
    return max(-4, min(2, drm))


def airlift_result(modified: int) -> tuple[int, int]:
    """Change of the supply level and Ju 52 markers received (table of 10.4)."""
    if modified <= 0:
        return -2, 0
    if modified == 1:
        return -1, 1
    if modified <= 4:
        return -1, 2
    if modified == 5:
        return -1, 3
    if modified == 6:
        return 0, 3
    if modified == 7:
        return 0, 4
    return 1, 6


def play_pocket(
    weather_rolls: list[tuple[int, int]],
    airlift_rolls: list[int],
    factors: dict[str, int],
    soviet: str,
    axis: str,
) -> list[dict[str, int]]:
    """Ten turns of the pocket from NOV IV; the rolls are those of the turn, used or not."""
    if soviet not in ("press", "finish", "starve") or axis not in ("hold", "sally"):
        raise ValueError("unknown policy")
    level = 11 if factors["open_at_declaration"] else 10  # 10.3.1
    marker = True
    airlift_from = 1  # the turn after the declaration (10.4)
    at_1 = 0
    surrender = 0
    last_sky = "Bz"  # NOV III
    record: list[dict[str, int]] = []
    for turn in range(1, 11):
        dice = weather_rolls[turn - 1]
        sky = WEATHER[TURN_COLUMNS[turn - 1]][dice[0] + dice[1] - 2].split(" - ")[1]
        is_open = in_window(turn, factors["open_from"], factors["open_turns"])
        relief = in_window(turn, factors["relief_from"], factors["relief_turns"])
        linked = relief and turn > factors["relief_from"]  # made on an earlier turn, still standing

        # Soviet turn: attacks (10.3.3), open pocket (10.3.6), supplied unit in Stalingrad (10.3.7).
        every = factors["attack_every"]
        wanted = soviet == "press" or (soviet == "finish" and level <= 6)
        if marker and is_open and factors["gain_first"]:  # R14 the other way
            level = hold_level(level + 1)
        if marker and wanted and every > 0 and (turn - 1) % every == 0:
            level = hold_level(level - 1)
            if level == 1 and at_1 == 0:
                at_1 = turn
        if marker and is_open and not factors["gain_first"]:
            level = hold_level(level + 1)
        if linked:
            level = 11

        # Stalingrad supply phase: marker off (10.1.4) or declared anew (10.1.1, 10.3.1).
        if linked:
            marker = False
        elif not marker:
            marker = True
            level = 11 if is_open else 10
            airlift_from = turn + 1
        drm = 0
        change = 0
        received = 0
        pitomnik_lost = turn >= factors["pitomnik_falls"]  # 1333
        gumrak_lost = turn >= factors["gumrak_falls"]  # 1433
        if marker and turn >= airlift_from:
            cut = pitomnik_lost and gumrak_lost
            if factors["either_field_ends_airlift"]:
                cut = pitomnik_lost or gumrak_lost
            if cut:
                change = -2  # 10.4.2
            else:
                drm = airlift_modifier(turn, sky, last_sky, is_open, factors)
                change, received = airlift_result(airlift_rolls[turn - 1] + drm)
            level = hold_level(level + change)
        if marker and level == 1:
            if at_1 == 0:
                at_1 = turn
            if surrender == 0 and pitomnik_lost and gumrak_lost:  # 10.3.5
                surrender = turn

        # Axis turn: sortie (10.3.3), then the relief (10.3.6).
        sallies = marker and axis == "sally" and level >= 7
        if marker and relief and factors["gain_first"]:
            level = hold_level(level + 5)
        if sallies:
            level = hold_level(level - 1)
            if level == 1 and at_1 == 0:
                at_1 = turn
        if marker and relief and not factors["gain_first"]:
            level = hold_level(level + 5)
        last_sky = sky

        record.append(
            {
                "level": level,
                "is_fortress": 1 if marker else 0,
                "airlift_drm": drm,
                "airlift_change": change,
                "ju52_received": received,
                "first_turn_at_1": at_1,
                "surrender_turn": surrender,
            }
        )
    return record
