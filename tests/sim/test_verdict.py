"""Headlines: what counts as a word and a number, how numbers are said, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sim.errors import GameError
from sim.game import load_game
from sim.system import no_verdict
from sim.verdict import MOST_NUMBERS, MOST_WORDS, Found, complaint, counted, figure, numbers_of, often, percent, roughly


@pytest.fixture
def siege() -> Found:
    system = load_game("_template").system("siege")
    return Found(system, system.setting())


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("Call on turn 3 if the spearhead is within 8 hexes; otherwise wait.", ["8"]),
        ("On turns 3 to 5, at 3-1 or 1/1, in 1942, at level 1 and with Luftflotte 4.", []),
        ("The Axis wins nine games in ten, or one in three.", ["ten", "three"]),
        ("Regenerate armor (+4) and mechanized units (+3); infantry gains nothing.", ["4", "3"]),
        ("About 2½ turns, 45 % of games, half a step and one unit.", ["2½", "45"]),
        ("Someone often tends fortune.", []),
    ],
)
def test_what_counts_as_a_number(sentence: str, numbers: list[str]) -> None:
    assert numbers_of(sentence) == numbers


def test_a_headline_is_measured() -> None:
    words = " ".join(["word"] * MOST_WORDS)
    assert complaint(f"{words}.") == ""
    assert f"has {MOST_WORDS + 1} words" in complaint(f"{words} word.")
    assert complaint("About 3 of 4 turns.") == ""
    said = complaint("About 3 and 4 and 5 turns.")
    assert said == f"headline has the numbers 3, 4, 5, 'About 3 and 4 and 5 turns.'; expected at most {MOST_NUMBERS}"
    assert "full stop" in complaint("No end")
    assert "full stop" in complaint("Two\nlines.")
    assert "decimals 3.6" in complaint("It shifts by 3.6.")


@pytest.mark.parametrize("hundredths", range(0, 1001, 7))
def test_a_number_in_words_is_never_further_off_than_it_says(hundredths: int) -> None:
    number = Fraction(hundredths, 100)
    said = figure(number)
    read = Fraction(said.rstrip("½") or "0") + (Fraction(1, 2) if said.endswith("½") else 0)
    assert abs(read - number) <= (Fraction(1, 2) if number >= 3 else Fraction(1, 4))
    assert figure(-number) in (f"-{said}", said)


def test_nothing_is_rounded_to_certain_or_to_impossible() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 999, 1000)] == ["0 %", "under 1 %", "over 99 %", "100 %"]
    assert [often(Fraction(n, 1000)) for n in (0, 1, 999, 1000)] == [
        "no game", "hardly any game", "nearly every game", "every game",
    ]  # fmt: skip
    assert roughly(Fraction(1, 1000), "step") == "next to no steps"
    assert roughly(Fraction(0), "step") == "no steps"


@pytest.mark.parametrize("thousandths", range(7, 971, 3))
def test_a_frequency_is_near_the_chance(thousandths: int) -> None:
    chance = Fraction(thousandths, 1000)
    said = often(chance)
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
    words |= {"ten": 10, "twelve": 12, "fifteen": 15, "nineteen": 19, "twenty": 20, "thirty": 30}
    words |= {"fifty": 50, "hundred": 100}
    if said.startswith("half"):
        read = Fraction(1, 2)
    else:
        first, *_, last = said.split()
        read = Fraction(words[first], words[last])
    assert abs(read - chance) <= max(Fraction(1, 25), chance / 5)


def test_counted_things_agree_with_their_number() -> None:
    assert counted(Fraction(1), "hex", "hexes") == "one hex"
    assert counted(Fraction(2), "hex", "hexes") == "2 hexes"
    assert counted(Fraction(1, 2), "activation") == "half an activation"


def test_what_is_asked_again_changes_only_what_is_named(siege: Found) -> None:
    assert siege.again().value == siege.value
    assert siege.over("bands")[siege.given("bands")] == siege.value
    assert siege.span("bands") == (min(siege.over("bands").values()), max(siege.over("bands").values()))
    with pytest.raises(GameError, match="no number 'held' among what it finds"):
        siege.number("held")
    with pytest.raises(GameError, match="no law 'mean_held' among what it finds"):
        siege.law("mean_held")


def test_a_system_without_a_verdict_is_refused_in_one_line() -> None:
    system = load_game("_template").system("siege")
    sides = load_game("_template").sides
    assert system.complaint(sides) == ""
    said = replace(system, verdict=no_verdict).complaint(sides)
    assert said.startswith("verdict is missing; expected")
    assert "\n" not in said


def test_a_system_without_a_group_is_refused_in_one_line() -> None:
    game = load_game("_template")
    said = replace(game.system("siege"), group=None).complaint(game.sides)
    assert said == (
        "group is missing; expected one of "
        "Group.COMBAT, Group.AIR_AND_SUPPLY, Group.REINFORCEMENTS, Group.COMMAND, Group.VICTORY"
    )


def test_pages_of_the_rulebook_are_no_numbers_of_a_headline() -> None:
    assert numbers_of("The last one wins (p. 3); hold 5 for 15 turns, or 19 (p. 13).") == ["5", "15", "19"]
