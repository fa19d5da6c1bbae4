"""What a player asks of a fight: every figure and its bounds against each member of the family, asked one by one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import answered, as_json, complete, named
from analysis.fights.summary import MEASURES, Bounded, summary
from analysis.fights.typical import fights
from sim.combat import Coded, CombatOdds
from sim.exact import Law
from sim.game import games_with, load_game
from sim.games.donnerschlag.combat import answer as of_donnerschlag
from sim.games.donnerschlag.combat import families
from sim.games.donnerschlag.combat.facts import Fight as DonnerschlagFight
from sim.games.donnerschlag.combat.results import demand_of
from sim.games.inferno_on_the_volga.combat import laws as of_inferno
from sim.games.inferno_on_the_volga.combat.facts import Facts as InfernoFacts
from sim.games.inferno_on_the_volga.combat.unknown import members
from sim.games.stalingrad_roads.combat import elite
from sim.games.stalingrad_roads.combat.odds import odds as roads_odds
from sim.games.traces_of_hubris.combat.facts import Fight as HubrisFight
from sim.games.traces_of_hubris.combat.results import after_table
from sim.games.traces_of_hubris.combat.table import COLUMNS, FAMILIES, RESULTS
from sim.games.traces_of_hubris.combat.table import demand_of as hubris_demand

GAMES = games_with(lambda game: game.has_combat)
Figures = Mapping[str, Fraction]


def figures(game: str, facts: dict[str, Any]) -> Mapping[str, Bounded]:
    asked = load_game(game)
    return summary(asked, facts, answered(asked, facts)).figures


def by_hand(ends: list[tuple[int, dict[str, Any]]]) -> Figures:
    """The figures of some ends, each with its weight: cleared, taken, hurt, sent back, gone, hexes, losses."""
    total = sum(weight for weight, _ in ends)

    def chance(happens: Any) -> Fraction:
        return Fraction(sum(weight for weight, end in ends if happens(end)), total)

    def mean(field: str) -> Fraction:
        return Fraction(sum(weight * end[field] for weight, end in ends), total)

    return {
        "hex_cleared": chance(lambda end: end["cleared"]),
        "hex_taken": chance(lambda end: end["taken"]),
        "defender_suffers": chance(lambda end: end["hurt"]),
        "defender_sent_back": chance(lambda end: end["sent_back"]),
        "defender_retreats": chance(lambda end: end["hexes"] > 0),
        "defender_dies": chance(lambda end: end["gone"]),
        "attacker_step_losses": mean("attacker"),
        "attacker_loses_none": chance(lambda end: end["attacker"] == 0),
        "defender_step_losses": mean("defender"),
        "defender_loses_none": chance(lambda end: end["defender"] == 0),
    }


def same_over(found: Mapping[str, Bounded], members: list[Figures]) -> None:
    assert list(found) == list(MEASURES)
    for name, one in found.items():
        values = [member[name] for member in members]
        assert (one.value, one.low, one.high) == (values[0], min(values), max(values)), name


@pytest.mark.parametrize("family", ["diagonal", "monotone"])
@pytest.mark.parametrize("attack", [8, 22, 26, 30, 44])
def test_traces_of_hubris_over_every_filling_of_the_column(family: str, attack: int) -> None:
    facts: dict[str, Any] = {
        "attack": attack,
        "defense": 4,
        "attacker_units": ("1", "2"),
        "defender_units": ("2",),
        "family": family,
    }
    column = COLUMNS.index(answered(load_game("traces_of_hubris"), facts).final_column)
    table = after_table(HubrisFight(**facts))
    assert table is not None

    def end(code: int) -> dict[str, Any]:
        demand, row = hubris_demand(RESULTS[code]), table[code].tolist()
        return {
            "attacker": row[0], "defender": row[2], "hexes": row[5], "gone": row[7], "cleared": row[8],
            "taken": row[8] and not row[6], "hurt": demand.defender_steps != 0 or demand.retreat_hexes > 0,
            "sent_back": demand.retreat_hexes > 0 or demand.defender_steps is None,
        }  # fmt: skip

    ends = {code: end(code) for code in range(len(RESULTS))}
    fillings = FAMILIES[family].members(column).tolist()
    same_over(figures("traces_of_hubris", facts), [by_hand([(1, ends[code]) for code in one]) for one in fillings])


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("family", "facts"),
    [
        ("monotone", {"attack": 12, "defense": 4}),
        ("diagonal", {"attack": 12, "defense": 4, "terrain": "city"}),
        ("monotone", {"attack": 24, "defense": 4, "attacker_tank": True, "defender_trapped_steps": 1}),
        ("diagonal", {"attack": 9, "defense": 4, "attacker_ezoc_stacks": 1, "attacker_tank": True}),
    ],
)
def test_donnerschlag_over_every_filling_of_the_cells_it_reads(family: str, facts: dict[str, Any]) -> None:
    facts = facts | {"family": family, "attacker_steps": 3, "defender_steps": 2}
    fight = DonnerschlagFight(**facts)
    one = of_donnerschlag.Answer.of(fight)
    ((rows, column),) = one.cells
    tables = families.every(family, [(int(row), column) for row in rows])
    assert len(tables) > 1
    cache: dict[str, dict[str, Any]] = {}

    def end(code: str) -> dict[str, Any]:
        demand = demand_of(code)
        trapped, ezoc = fight.defender_trapped_steps, fight.attacker_ezoc_stacks
        defender = demand.defender_steps
        if demand.defender_hexes:
            defender = max(defender, trapped)
        defender = min(defender, 2)
        attacker = min(demand.attacker_steps + ezoc * (demand.attacker_hexes > 0), 3)
        gone = defender == 2
        cleared = gone or demand.defender_hexes > 0
        stays = attacker < 3 and not demand.attacker_hexes
        return {
            "attacker": attacker, "defender": defender, "hexes": 0 if gone else demand.defender_hexes, "gone": gone,
            "cleared": cleared, "taken": cleared and stays and fight.attacker_tank,
            "hurt": demand.defender_steps > 0 or demand.defender_hexes > 0, "sent_back": demand.defender_hexes > 0,
        }  # fmt: skip

    members = []
    for table in tables:
        codes = [families.RESULTS[table[row, column]] for row in rows]
        members.append(by_hand([(1, cache.setdefault(code, end(code))) for code in codes]))
    same_over(figures("donnerschlag", facts), members)


def test_stalingrad_roads_over_every_block_of_the_elite_bonus() -> None:
    """A member at a time, as the families of the table of colors have it."""
    facts: dict[str, Any] = {
        "attack": 20,
        "defense": 5,
        "attacker_elite": True,
        "attacker_steps": 6,
        "defender_steps": 3,
    }
    found, members = figures("stalingrad_roads", facts), []
    whole = elite.FAMILY
    for name in (whole.central, *whole.members):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(elite, "FAMILY", type(whole)(**{**vars(whole), "central": name, "members": {
                name: whole.members[name]}}))  # fmt: skip
            members.append(_read(roads_odds(**facts)))
    same_over(found, members)
    assert any(one.is_range for one in found.values())


def _read(answer: CombatOdds) -> Figures:
    assert answer.after is not None
    ends = []
    for end, n in _outcomes(answer, answer.after):
        gone = end["is_emptied"] and not end["defender_retreat_hexes"]
        taken = end["is_emptied"] and not end["is_attacker_retreat"] and end["attacker_step_losses"] < 6
        ends.append((n, {
            "attacker": end["attacker_step_losses"], "defender": end["defender_step_losses"], "gone": gone,
            "hexes": end["defender_retreat_hexes"], "cleared": end["is_emptied"], "taken": taken,
            "hurt": False, "sent_back": False,
        }))  # fmt: skip
    assert answer.law is not None
    hurt = sent_back = Fraction(0)
    for one, p in answer.law:  # in the clear nothing changes the printed results
        code = named(answer.law, answer.labels, one)
        is_sent = code["defender_tactical"].startswith("DR")
        hurts = (
            code["defender_step_losses"] > 0 or code["attacker_tactical"] == "D1" or code["defender_tactical"] == "S"
        )
        hurt, sent_back = hurt + p * (hurts or is_sent), sent_back + p * is_sent
    return {**by_hand(ends), "defender_suffers": hurt, "defender_sent_back": sent_back}


def _outcomes(answer: CombatOdds, law: Law) -> Iterator[tuple[Coded, int]]:
    for outcome, n in law.counts.items():
        yield named(law, answer.labels, outcome), n


def test_stalingrad_roads_over_every_version_of_the_lost_chart() -> None:
    """A bonus of an owner's chart in place of the range, and all levels of the guessed results that it leaves."""
    facts: dict[str, Any] = {"attack": 20, "defense": 5, "terrain": "forest", "attacker_steps": 6, "defender_steps": 3}
    found = figures("stalingrad_roads", facts)
    over = [figures("stalingrad_roads", facts | {"terrain_bonus": n}) for n in range(0, 12)]
    inside = [one for one in over if one["hex_cleared"].low >= found["hex_cleared"].low]
    assert min(one["hex_cleared"].low for one in inside) == found["hex_cleared"].low
    for name, one in found.items():
        assert one.low <= one.value <= one.high, name
    answer = answered(load_game("stalingrad_roads"), facts)
    assert len(answer.demands) == len(answer.laws) == len(answer.afters) > 1
    for name, field in (("defender_suffers", "is_defender_hurt"), ("defender_sent_back", "is_defender_sent_back")):
        each = [law.marginal(field).probability(bool) for law in answer.demands]
        assert (found[name].low, found[name].high) == (min(each), max(each))


def test_inferno_over_every_composition_of_the_unseen_blocks() -> None:
    facts: dict[str, Any] = {"attacker": ("2x infantry 2 DF",), "defender": ("unknown", "infantry 1 SF")}
    found = figures("inferno_on_the_volga", facts)
    given, ends_of = InfernoFacts(**facts), []
    for member in members(given):
        _, (after,), _ = of_inferno.laws_of(given, of_inferno.cards_of(given), (member,))
        ends = []
        for outcome, n in after.counts.items():
            end = dict(zip(after.fields, outcome, strict=True))
            cleared, lost = end["is_hex_cleared"], end["defender_step_losses"]
            ends.append((n, {
                "attacker": end["attacker_step_losses"], "defender": lost, "hexes": 0, "gone": cleared,
                "cleared": cleared, "taken": cleared and not end["is_attacker_eliminated"], "hurt": lost > 0,
                "sent_back": cleared,
            }))  # fmt: skip
        ends_of.append(by_hand(ends))
    same_over(found, ends_of)
    assert found["hex_taken"].is_range


def test_leningrad_by_its_example() -> None:
    """Rule 8.33, 2-1: 1/2, 2/2, -/1, 1/1, 2/1 and 1/- once each; both of three steps lose steps, and keep the hex."""
    facts: dict[str, Any] = {"attack": 11, "defense": 4, "attacker_steps": 6, "defender_steps": 6,
             "attacker_takes": "steps", "defender_takes": "steps"}  # fmt: skip
    found = {name: (one.value, one.is_range) for name, one in figures("leningrad", facts).items()}
    sixths = {
        "hex_cleared": 0, "hex_taken": 0, "defender_suffers": 5, "defender_sent_back": 0, "defender_retreats": 0,
        "defender_dies": 0, "attacker_step_losses": 7, "attacker_loses_none": 1, "defender_step_losses": 7,
        "defender_loses_none": 1,
    }  # fmt: skip
    assert found == {name: (Fraction(n, 6), False) for name, n in sixths.items()}


@pytest.mark.parametrize("game", GAMES)
def test_no_figure_of_a_games_own_fights_contradicts_another(game: str) -> None:
    for fight in fights(game):
        found = summary(load_game(game), fight.facts, fight.answer).figures
        for one in found.values():
            assert one.low <= one.value <= one.high
        if "hex_taken" not in found:
            continue
        assert found["hex_taken"].value <= found["hex_cleared"].value, fight.id
        assert found["defender_retreats"].value + found["defender_dies"].value == found["hex_cleared"].value, fight.id
        for side in ("attacker", "defender"):
            assert (found[f"{side}_step_losses"].value == 0) == (found[f"{side}_loses_none"].value == 1), fight.id


@pytest.mark.parametrize("game", GAMES)
def test_what_depends_on_steps_is_left_out_by_name(game: str) -> None:
    combat = load_game(game).combat
    facts: dict[str, Any] = {name: fact for name, fact in combat.example.items()}
    answer = answered(load_game(game), facts)
    found = as_json(load_game(game), answer, facts=facts)
    assert set(found["summary"]) | set(found["left_out"]) == set(MEASURES)
    assert not set(found["summary"]) & set(found["left_out"])
    assert {"defender_suffers", "defender_sent_back"} <= set(found["summary"])
    names = {option.name for option in combat.options}
    for needs in found["left_out"].values():
        assert needs
        assert set(needs) <= names
    for name, row in found["summary"].items():
        exactly, short = ("probability", "p") if MEASURES[name].is_chance else ("mean", "n")
        assert set(row) == {exactly, short, f"{short}_low", f"{short}_high", "low", "high"}
        assert (float(Fraction(row[exactly])), float(Fraction(row["low"]))) == (row[short], row[f"{short}_low"])


@pytest.mark.parametrize("steps", [{"attacker_steps": 4}, {"defender_steps": 4}])
def test_one_side_of_stalingrad_roads_may_be_known(steps: dict[str, int]) -> None:
    found = figures("stalingrad_roads", {"attack": 12, "defense": 4} | steps)
    side = next(iter(steps)).removesuffix("_steps")
    assert f"{side}_step_losses" in found
    assert "hex_taken" not in found
    assert ("hex_cleared" in found) == (side == "defender")


def test_columns_that_hidden_units_mix_make_up_the_law() -> None:
    facts: dict[str, Any] = {"attack": 22, "defense": 2, "untried_inf": 1, "untried_armor": 1}
    leningrad = load_game("leningrad")
    answer = answered(leningrad, facts)
    assert answer.final_column == "mixed"
    assert sum(answer.final_columns.values()) == sum(answer.odds_columns.values()) == 1
    assert answer.law is not None
    for position, n in answer.law.counts.items():
        parts = [
            p * Fraction(column.law.counts.get(position, 0), column.law.denominator)
            for label, p in answer.final_columns.items()
            if (column := leningrad.table.column_odds(label)).law is not None
        ]
        assert sum(parts) == Fraction(n, answer.law.denominator)


def test_columns_that_cards_mix_have_the_chances_of_their_dice() -> None:
    """6 against 4 is 1.5:1; the attacker's card is worth +1 on 4 dice of 6, the defender's -1 on 3 of 6."""
    facts: dict[str, Any] = {"attack": 6, "defense": 4, "card": ("attacker:1-4:shift+1", "defender:1-3:shift-1")}
    answer = answered(load_game("donnerschlag"), facts)
    assert answer.final_columns == {
        "1:1": Fraction(2 * 3, 36), "1.5:1": Fraction(4 * 3 + 2 * 3, 36), "2:1": Fraction(4 * 3, 36),
    }  # fmt: skip
    assert (
        answered(
            load_game("donnerschlag"), facts | {"schlachtenglueck": "attacker", "family": "diagonal"}
        ).final_columns
        == {}
    )


def test_every_family_says_what_narrows_it() -> None:
    for game in GAMES:
        for fight in fights(game):
            found = summary(load_game(game), fight.facts, fight.answer)
            assert bool(found.narrowed_by) == found.is_range, (game, fight.id)


def test_numpy_and_plain_texts_are_as_good() -> None:
    leningrad = load_game("leningrad")
    loose: dict[str, Any] = {"attack": np.int64(12), "defense": 4, "terrain": "forest", "river": np.bool_(True)}
    plain = complete(leningrad, loose)
    assert plain == complete(leningrad, {"attack": 12, "defense": 4, "terrain": ("forest",), "river": 1})
    assert (type(plain["attack"]), type(plain["river"])) == (int, bool)
