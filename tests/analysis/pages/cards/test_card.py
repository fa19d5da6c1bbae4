"""The odds cards: one sheet of A4 each, their text as text, their numbers those of the engine."""

import re
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from markupsafe import Markup

from analysis.errors import KesselError
from analysis.fights.odds import named, odds, options
from analysis.fights.typical import fight_frame
from analysis.pages.apps.explorer import explorer_data, explorer_of
from analysis.pages.apps.workbench import workbench_data
from analysis.pages.cards.card import card
from analysis.pages.cards.needs import CLEARED, cleared, needed, surest
from analysis.pages.cards.sheet import HEIGHT, MARGIN, WIDTH, Bar, Sheet, Table, Text, pdf, percents
from analysis.pages.layout import Page, render_page
from analysis.pages.parts import Figure
from sim.game import games_with, load_game
from tests.analysis.html_tree import tree
from tests.analysis.pages.test_browser import CHROMIUM, FLAGS

GAMES = games_with(lambda game: game.has_explorer)
WITH_COLUMNS = [game for game in GAMES if explorer_of(game).ladder]
POPPLER = shutil.which("pdfinfo") and shutil.which("pdftotext")
needs_poppler = pytest.mark.skipif(not POPPLER, reason="poppler's tools are not installed")


@cache
def sheet_of(game: str) -> Sheet:
    return card(game)


@cache
def svg_of(game: str) -> str:
    return sheet_of(game).svg()


COLUMNS = "What each column does: results and steps by the print, the hex after both sides' choices"


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def tables(game: str) -> dict[str, Table]:
    return {block.heading: block for row in sheet_of(game).rows for block in row if isinstance(block, Table)}


@pytest.mark.in_turn
@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_a_class_of_outcomes_wears_one_color_on_card_explorer_and_workbench(game: str) -> None:
    assert explorer_data(game)["classes"] == (classes := workbench_data(game)["classes"])
    bars = [cell for row in tables(game)[COLUMNS].rows for cell in row if isinstance(cell, Bar)]
    if any(one.basis == "assumed" for one in cleared(game)):
        classes = [[name, color] for color, name in CLEARED]
    assert {tuple(color for _, color in bar.parts) for bar in bars} == {tuple(color for _, color in classes)}


@pytest.mark.in_turn
@pytest.mark.parametrize("game", GAMES)
def test_a_card_is_one_page_of_a4(game: str) -> None:
    made = pdf(svg_of(game))
    assert len(re.findall(rb"/Type */Page\b", made)) == 1
    assert re.search(rb"/MediaBox *\[0 0 595\.28 841\.89\]", made)


@needs_poppler
@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_card_can_be_searched(game: str, tmp_path: Path) -> None:
    file = tmp_path / "card.pdf"
    file.write_bytes(pdf(svg_of(game)))
    told = run("pdfinfo", str(file))
    assert re.search(r"Pages: +1\n", told)
    assert "(A4)" in told
    text = run("pdftotext", "-layout", str(file), "-")
    assert f"{load_game(game).title}: odds card" in text
    for block in tables(game).values():
        assert all(word in text for word in block.heading.split())


@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaves_the_sheet(game: str) -> None:
    sheet = tree(svg_of(game))
    for one in sheet.all("text"):
        size = 0.48 * 9  # of a letter, roughly: what is far out is meant
        width = len(one.text()) * size if one.attributes.get("text-anchor") == "end" else 0
        assert float(one.attributes["x"]) - width > 0, one.text()
        assert float(one.attributes["y"]) < HEIGHT - 10, one.text()
    placed = [one.attributes for one in sheet.all("rect") if "x" in one.attributes]  # not the paper itself
    ends = [float(at["x"]) + float(at["width"]) for at in placed]
    assert max(ends, default=0) < WIDTH - 20


@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_its_chances_are_those_of_the_engine(game: str) -> None:
    """Each column's figures against `kessel odds` for a fight of just that ratio in the open."""
    table = tables(game)[COLUMNS]
    ladder = explorer_of(game).ladder
    assert ladder is not None
    reading = load_game(game).table.reading
    for row, ratio in zip(table.rows, map(Fraction, ladder.ratios), strict=True):
        exact = odds(game, attack=ratio.numerator, defense=ratio.denominator)
        assert isinstance(row[0], str)
        assert row[0].rstrip("°*†") == exact.final_column
        assert exact.law is not None
        if exact.family:
            continue
        shares = [reading.gives_way(named(exact.law, exact.labels, outcome)) * p for outcome, p in exact.law]
        p = sum(shares, Fraction(0))
        assert row[1] == (f"{float(100 * p):.0f} % ({p})" if 0 < p < 1 else f"{100 * p} %")


@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_a_bar_shows_the_classes_of_results_or_the_hex_where_cells_are_not_printed(game: str) -> None:
    """Counted again from the laws; beside "83–100 %" stands a bar that is 83 % sure and full with what may be."""
    table, reading = tables(game)[COLUMNS], load_game(game).table.reading
    ladder = explorer_of(game).ladder
    assert ladder is not None
    has_families = any(option.name == "family" for option in options(game))
    for row, ratio in zip(table.rows, map(Fraction, ladder.ratios), strict=True):
        bar = row[-1]
        assert isinstance(bar, Bar)
        shares = [share for share, _ in bar.parts]
        assert sum(shares) == pytest.approx(1)
        if has_families:
            ends = (percents([Fraction(end).limit_denominator(36)]) for end in (shares[0], shares[0] + shares[1]))
            assert str(row[table.head.index("hex cleared")]).partition(" (")[0] == "–".join(
                dict.fromkeys(ends)
            ).replace(" %–", "–")
            continue
        exact = odds(game, attack=ratio.numerator, defense=ratio.denominator)
        expected = dict.fromkeys(reading.classes, Fraction(0))
        assert exact.law is not None
        for outcome, p in exact.law:
            expected[reading.class_of(named(exact.law, exact.labels, outcome))] += p
        assert shares == [float(p) for p in expected.values()]


@pytest.mark.parametrize("game", GAMES)
def test_a_best_fight_is_one_that_no_other_can_beat(game: str) -> None:
    met = fight_frame(game)
    fight, is_best = surest(met)
    rows = [row for row in met.to_dicts() if row["p"] is not None]
    assert fight["p_low"] == max(row["p_low"] for row in rows)
    better = [row["fight"] for row in rows if row["p_high"] > fight["p_low"] and row != fight]
    assert is_best is (not better)
    assert is_best is (game != "donnerschlag"), "nothing above 1:1 is printed but one cell"


@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_a_hex_is_cleared_as_the_engine_says_and_the_card_tells_it(game: str) -> None:
    """The fight met first, whose steps the card states, has the chance of its column; and each stands on the sheet."""
    columns, table = cleared(game), tables(game)[COLUMNS]
    first = fight_frame(game).row(0, named=True)
    (same,) = [one for one in columns if one.column == first["column"]]
    assert (same.basis, float(same.chance.low), float(same.chance.high)) == (
        first["basis"], first["p_low"], first["p_high"],
    )  # fmt: skip
    heads = {"clears 1 step": 1, "clears 2 steps": 2} if game == "leningrad" else {"hex cleared": None}
    for head, steps in heads.items():
        at = table.head.index(head)
        for row, one in zip(table.rows, cleared(game, steps), strict=True):
            is_known = one.chance.low == one.chance.high
            shares = [one.chance.low] if is_known else [one.chance.low, one.chance.high]
            more = f" ({one.chance.value})" if is_known and 0 < one.chance.value < 1 else ""
            assert row[at] == percents(shares) + more


@pytest.mark.parametrize("game", WITH_COLUMNS)
@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_the_column_needed_is_the_first_from_which_on_all_reach_the_share(game: str, share: Fraction) -> None:
    said, columns = needed(game, share), cleared(game)
    reach = [at for at in range(len(columns)) if all(one.chance.low >= share for one in columns[at:])]
    may = [at for at in range(len(columns)) if all(one.chance.high >= share for one in columns[at:])]
    assert (f" from {columns[reach[0]].column} on (" in said) if reach else said.startswith("no column")
    assert ("hangs on cells that are not printed" in said) is (may[:1] != reach[:1])


def test_steps_of_the_eliminated_are_told_apart() -> None:
    """What an elimination counts as among the steps stands on the sheet, or that it does not count."""
    said = {
        game: " ".join(block.text for row in sheet_of(game).rows for block in row if isinstance(block, Text))
        for game in ("leningrad", "donnerschlag")
    }
    assert "An eliminated attacker counts as 2 steps. An eliminated defender counts as 1 step." in said["leningrad"]
    assert "eliminated" not in said["donnerschlag"], "none of its results eliminates"
    eliminations = import_module("analysis.pages.cards.card")._eliminations
    assert eliminations("stalingrad_roads", ("defender",)).startswith("Steps do not count those of an eliminated def")
    assert eliminations("stalingrad_roads", ("attacker", "defender")).startswith("Steps do not count those of a side")
    assert eliminations("leningrad", ()) == ""


def test_steps_of_leningrads_columns_are_those_of_the_forces_that_the_card_states() -> None:
    """Attackers of 2 steps and defenders of 1 lose no more [8.45]: the means add up from the chances beside them."""
    said = " ".join(block.text for row in sheet_of("leningrad").rows for block in row if isinstance(block, Text))
    assert "Steps: for an attacker of 2 steps and a defender of 1; neither loses more than it has." in said
    assert "whatever the forces" not in said
    by_column = {str(row[0]): row for row in tables("leningrad")[COLUMNS].rows}
    chances = tables("leningrad")["Chance of each result, from the attacker's best"]
    printed = [head.split("/") for head in chances.head[1:]]  # the defender's, then the attacker's
    assert len(chances.rows) == len(by_column) == 13
    for label, *shares in chances.rows:
        sixths = [0 if share == "-" else round(6 * float(str(share).split()[0]) / 100) for share in shares]
        assert sum(sixths) == 6
        for side, head, forces in ((0, "def. steps", 1), (1, "att. steps", 2)):
            lost = [{"-": 0, "1": 1, "2": min(2, forces), "E": forces}[sides[side]] for sides in printed]
            mean = sum(n * steps for n, steps in zip(sixths, lost, strict=True)) / 6
            assert by_column[str(label)][tables("leningrad")[COLUMNS].head.index(head)] == f"{mean:.2f}"
    roads = " ".join(
        block.text for row in sheet_of("stalingrad_roads").rows for block in row if isinstance(block, Text)
    )
    on_top = "a D1, the one step of S or F, or the two of AR, comes on top"  # "ou subissent 2 pertes" [CRT legend]
    assert f"Steps: what the table asks, whatever the forces; {on_top}." in roads


def test_what_modifies_a_fight_is_said_in_words_and_a_half_is_a_half() -> None:
    """[11.2, 13.2] of Donnerschlag: out of supply and against a city the attack is halved."""
    strengths = {row[0]: row[1] for row in tables("donnerschlag")["Strengths"].rows}
    assert strengths == {
        "attack out of supply": "x 1/2", "against a larger town (city)": "x 1/2", "defense out of supply": "x 1/2",
    }  # fmt: skip
    assert tables("traces_of_hubris")["Strengths"].rows[0][:2] == ("strength across a river", "x 1/2")


@pytest.mark.in_turn
@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_the_attack_needed_is_the_least_that_reaches_the_column(game: str) -> None:
    table = tables(game)["Attack needed for each column, before shifts, against a defense of"]
    order = [row[0] for row in table.rows]
    for label, *attacks in table.rows:
        for defense, attack in zip(map(int, table.head[1:]), attacks, strict=True):
            assert isinstance(attack, str)
            if (
                attack == "-"
            ):  # never where the last column has no end: what no attack reaches is passed by at a small one
                reached = {odds(game, attack=one, defense=defense).initial_odds for one in range(1, 3 * defense + 2)}
                assert label not in reached
                continue
            assert odds(game, attack=int(attack), defense=defense).initial_odds == label
            if int(attack) > 1:
                less = odds(game, attack=int(attack) - 1, defense=defense).initial_odds
                assert less not in order or order.index(less) < order.index(label)


@pytest.mark.skipif(CHROMIUM is None or not POPPLER, reason="Debian's chromium or poppler is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_the_page_prints_the_card_on_one_sheet(game: str, tmp_path: Path) -> None:
    figure = Figure("a claim", "a reading", {"mark": "bar"}, "<svg></svg>", 1)
    more, end = Markup("<p>much more</p>" * 60), Markup("<p>here</p>")
    blocks = [("sheet", ("one sheet", Markup(svg_of(game)))), ("text", more), ("figure", figure)]
    page = Page("x_card", "card", "why?", "because", blocks, headline=figure, provenance=end, sheet=svg_of(game))
    file, printed = tmp_path / "card.html", tmp_path / "card.pdf"
    file.write_text(render_page(page, single=True), encoding="utf8")
    flags = [flag for flag in FLAGS if not flag.startswith("--timeout")]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    run(str(CHROMIUM), *flags, profile, "--no-pdf-header-footer", f"--print-to-pdf={printed}", file.as_uri())
    told = run("pdfinfo", str(printed))
    assert re.search(r"Pages: +1\n", told)
    assert "(A4)" in told


def test_a_card_that_does_not_fit_is_refused() -> None:
    table = Table("long", ("a", "b"), (("1", "2"),) * 90, (1, 1))
    with pytest.raises(KesselError, match=r"the card 'x' is \d+ points high; expected at most 804"):
        Sheet("x", "under", ((table,), (Text("more"),)), "foot").svg()


@pytest.mark.parametrize("game", WITH_COLUMNS)
def test_nothing_overprints_where_both_sides_can_be_eliminated(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter is 0.52 of its size wide on average, as `sheet` has it; a browser without the font takes wider ones."""
    module = import_module("analysis.pages.cards.card")
    plain = module._plain_cells

    def deadly(*given: object) -> list[dict[str, object]]:
        ends = {"attacker_gone": ["1/6"], "defender_gone": ["13/36"]}
        return [cell | {"measures": cell["measures"] | ends} for cell in plain(*given)]

    monkeypatch.setattr(module, "_plain_cells", deadly)
    found = next(
        t for row in card(game).rows for t in row if isinstance(t, Table) and t.heading.startswith("What each")
    )
    assert {"att. gone", "def. gone"} <= set(found.head)
    whole = (WIDTH - 2 * MARGIN) / sum(found.widths)
    for row in (found.head, *found.rows):
        for cell, width in zip(row, found.widths, strict=True):
            assert isinstance(cell, Bar) or len(cell) * found.size * 0.52 <= width * whole, (cell, width)
