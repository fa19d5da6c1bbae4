"""What no page may do: a headline with numbers of its own, a line that nobody reads aloud, labels cut or alike."""

import re

import pytest

from tests.analysis.page_faults import (
    MOST_NUMBERS,
    MOST_WORDS,
    faults,
    labels_alike,
    labels_that_are_cut,
    measure_of_sure,
    numbers_that_stand_nowhere,
    read,
    sentences_that_deny_themselves,
)

AXIS = '<svg><g class="mark-text role-axis-label"><text x="1">{}</text><text x="2">{}</text></g></svg>'


def made(headline: str, below: str, sure: str = "") -> str:
    """A page's HTML with a headline, what stands below, and a line of how sure."""
    return f'<p class="answer">{headline}</p><p class="sure"><b>How sure:</b> {sure}</p>{below}'


@pytest.mark.parametrize(
    ("headline", "below", "missing"),
    [
        ("It never comes in 26 % of games.", "<p>25.8 %</p>", []),
        ("It never comes in 26 % of games.", "<p>26.7 %; 26 games</p>", ["26 %"]),
        ("About 4 turns.", "<p>4.1 turns</p>", []),
        ("About 4 turns.", "<p>4.6 turns; 4 % of them</p>", ["4"]),
        ("About 2½ turns.", "<td>2.7</td>", []),
        ("About 2½ turns.", "<td>2.1</td><td>3</td>", ["2½"]),
        ("It comes off in nine games in ten.", "<p>91 %</p>", []),
        ("It comes off in nine games in ten.", "<p>70 %; 9 of 10</p>", ["nine games in ten"]),
        ("Of seven things four stay open.", "<p>of the seven; 4</p>", []),
        ("Call on turn 3, at 3-1, on level 2.", "", []),  # names, no numbers
        ("A hex costs 1,200 points.", "<td>1,200</td>", []),
        ("It takes 8 days.", f"<p>long</p>{AXIS.format(8, 9)}", ["8"]),  # a number along an axis tells nothing
        ("It takes 8 days.", "<svg><text>8.2</text></svg>", []),
        ("It takes 8 days.", '<details class="fold provenance">8</details>', ["8"]),
        ("It takes 8 days.", "<script>8</script><div aria-label='8'></div>", ["8"]),
    ],
)
def test_a_headlines_numbers_stand_again_below(headline: str, below: str, missing: list[str]) -> None:
    assert numbers_that_stand_nowhere(read(made(headline, below))) == missing


def test_the_line_of_how_sure_is_measured_without_names() -> None:
    line = "Turns: 4.1 with ours (R5); 3.6 to 5.5 in nine of ten others, at 3-1 on turn 7 (11.1.2)."
    assert measure_of_sure(read(made("x", "", line))) == (len(line.split()), 3)
    long = made("It is so.", "", "word " * (MOST_WORDS + 1))
    assert any("how sure has 61 words" in one for one in faults(long))
    assert any("9 numbers" in one for one in faults(made("It is so.", "", "7.5 and " * (MOST_NUMBERS + 1))))
    assert not list(faults(made("It is so.", "", "7.5 and " * MOST_NUMBERS)))


def test_labels_that_are_cut_or_alike_are_seen() -> None:
    page = made("x", AXIS.format("1 from Status Quo towar…", "1 from Status Quo towar…"))
    assert labels_that_are_cut(page) == ["1 from Status Quo towar…"] * 2
    assert labels_alike(page) == ["1 from Status Quo towar…"]
    assert labels_alike(made("x", AXIS.format("DEC I", "DEC II") + AXIS.format("DEC I", "0") + AXIS.format(0, 0))) == []


@pytest.mark.parametrize(
    "said",
    [
        "2 to 2 turns", "from 100 % to 100 %", "0.0 (0.0 to 0.0)", "at \u22120.0 VP", "1 units", "it is is so",
        "How you play does not change the answer, but the mean does", "None", "a fold of them:...",
    ],
)  # fmt: skip
def test_a_sentence_that_denies_itself_is_seen(said: str) -> None:
    assert sentences_that_deny_themselves(read(made("x", f"<p>{said}</p>")))


@pytest.mark.parametrize(
    "said",
    [
        "2 to 2½ turns", "2 to 2.5", "10 % to 10.4 %", "2-0", "unit 0-1-1", "of 21 units", "None of them", "None.",
        "that that rule asks", "1-1 units", "3 of 1 turn", "it had to be, but not more",
    ],
)  # fmt: skip
def test_a_sound_sentence_passes(said: str) -> None:
    assert sentences_that_deny_themselves(read(made("x", f"<li>{said}</li>"))) == []


def test_a_page_without_fault_has_none_and_each_fault_is_named_once() -> None:
    sound = made("In 26 % of games.", f"<p>25.8 %</p>{AXIS.format('a', 'b')}", "Exact.")
    assert list(faults(sound)) == []
    spoiled = sound.replace("25.8 %", "2 to 2").replace(">b<", ">a<")
    assert [re.sub("'.*?'", "", one) for one in faults(spoiled)] == [
        " of the headline stands nowhere below", "two labels are ", "a range between like ends: 2 to 2"
    ]  # fmt: skip
