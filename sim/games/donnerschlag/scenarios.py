"""The systems of Donnerschlag that can be played as a scenario of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim.game import Draw, Phase, Scenario, Setting
from sim.games.donnerschlag import clock, decks, draws, events, luftflotte, pair
from sim.games.donnerschlag.outside import factors_of
from sim.games.donnerschlag.policies import POLICIES
from sim.state import State


def _scenario(
    name: str,
    title: str,
    table: str,
    turns: tuple[str, ...],
    state: type[State],
    start: Callable[[int, Setting], State],
    phases: tuple[Phase | Draw, ...],
    results: Mapping[str, str],
) -> Scenario:
    return Scenario(
        id=name, title=title, factors=factors_of(table), policies=POLICIES.get(name, {}), turns=turns, state=state,
        start=start, phases=phases, results=results,
    )  # fmt: skip


def _cards(name: str, title: str, table: str, what: str) -> Scenario:
    results = {field: about.replace("formation or color", what) for field, about in decks.RESULTS.items()}
    return _scenario(name, title, table, decks.TURNS, decks.Deck, decks.start, decks.PHASES, results)


def _cup(name: str, title: str, table: str, cup: str) -> Scenario:
    return _scenario(name, title, table, draws.TURNS, draws.Cup, draws.start, draws.phases_of(cup), draws.RESULTS)


_ALL = (
    _cards("activations", "Activations of an Axis formation over the game", "activation_mix", "formation"),
    _cards("colors", "Activations of a color of a Soviet army over the game", "color_mix", "color"),
    _scenario(
        "events", "Events of combat cards over seven turns", "event_mix",
        events.PLAYED_TURNS, events.Events, events.start, events.PHASES, events.RESULTS,
    ),
    _scenario(
        "pair", "Two combat cards that go together", "pair_mix",
        pair.TURNS, pair.Pair, pair.start, pair.PHASES, pair.RESULTS,
    ),
    _cup("ad_hoc", "Soviet ad hoc infantry over seven turns", "ad_hoc_draws", "ad_hoc_infantry"),
    _cup("alarmgruppe", "German Alarmgruppe units over seven turns", "alarmgruppe_draws", "alarmgruppe"),
    _cup("soviet_tanks", "Soviet tank draws over seven turns", "soviet_tank_draws", "soviet_tank"),
    _scenario(
        "luftflotte", "Luftflotte 4 and the extra turn", "luftflotte_mix",
        luftflotte.TURNS, luftflotte.Card, luftflotte.start, luftflotte.PHASES, luftflotte.RESULTS,
    ),
    _scenario(
        "clock", "The clock of Donnerschlag", "clock_factors",
        clock.TURNS, clock.Clock, clock.start, clock.PHASES, clock.RESULTS,
    ),
)  # fmt: skip

SCENARIOS = {scenario.id: scenario for scenario in _ALL}
