"""The systems beside the map of Stalingrad: Inferno on the Volga, each with its question.

`tables` leaves out the rows of the reinforcement track: which blocks stand on their squares is unknown, and no answer
here reads it; how long the rows are is inferred.
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga import answers, answers_cards, clock, flotilla, leaders, rubble, support
from sim.games.inferno_on_the_volga.factors import factors_of
from sim.games.inferno_on_the_volga.scenarios import SCENARIOS
from sim.track import Track, track_of

TRACKS = {
    "clock": track_of(
        SCENARIOS["clock"],
        question="How many turns has the German player before the Soviet deck runs out?",
        rules=("p. 3", "p. 11", "p. 12"),
        tables=(
            "clock_factors",
            "deck_counts",
            "spawn_hexes",
            "spawn_rules",
            "ai_limits",
            "ai_card_draws",
            "compass",
            "setup_counts",
            "stacking",
        ),
        measured=f"turns until the last Soviet card, {clock.MOST_TURNS} at most, as if nobody won meanwhile",
        measure=answers.turns_of_the_deck,
        find=answers.clock_findings,
    ),
    "reinforcements": track_of(
        SCENARIOS["reinforcements"],
        question="What do calls for reinforcements bring, and after how many does one more cost more?",
        rules=("p. 7",),
        tables=("reinforcement_factors", "reinforcement_rules"),
        measured="blocks that the calls have brought, less the R blocks that they have sent away",
        measure=answers.net_blocks,
        find=answers.reinforcement_findings,
    ),
    "eliminations": track_of(
        SCENARIOS["eliminations"],
        question="Do the Soviets win on German losses before their deck runs out?",
        rules=("p. 3",),
        tables=("elimination_factors", "victory_conditions", "clock_factors", "deck_counts", "spawn_hexes"),
        measured="chance that ten German blocks, R blocks twice, fall before the last Soviet card of a central clock",
        measure=answers.soviets_win_on_losses,
        find=answers.elimination_findings,
    ),
    "okh": track_of(
        SCENARIOS["okh"],
        question="How many turns does OKH win for the Germans?",
        rules=("p. 7", "p. 13"),
        tables=("okh_factors", "leader_effects", "deck_counts", "reinforcement_rules"),
        measured="turns after the last Soviet card on average, none where OKH is not among the cards drawn",
        measure=answers.extra_turns,
        find=answers.okh_findings,
    ),
    "paulus": track_of(
        SCENARIOS["paulus"],
        question="How many cards does Paulus bring?",
        rules=("p. 6", "p. 7", "p. 12"),
        tables=("paulus_factors", "card_rules", "leader_effects", "deck_counts"),
        measured="cards that the Germans draw more than they would without Paulus",
        measure=answers_cards.cards_of_paulus,
        find=answers_cards.paulus_findings,
    ),
    "flotilla": track_of(
        SCENARIOS["flotilla"],
        question="How many marines do the five cards of the Volga Flotilla land?",
        rules=("p. 16",),
        tables=("flotilla_factors", "soviet_cards", "fire_values", "setup_counts"),
        measured="marines that five cards land",
        measure=flotilla.marines_landed,
        find=answers_cards.flotilla_findings,
    ),
    "rubble": track_of(
        SCENARIOS["rubble"],
        question="How often does an attack on a city hex leave rubble?",
        rules=("p. 9", "p. 10"),
        tables=("rubble_factors", "rubble", "rubble_modifiers", "german_cards", "soviet_cards", "deck_counts"),
        measured="chance that a deliberate attack leaves rubble, by its roll or by an AA card",
        measure=rubble.chance_an_attack,
        find=answers_cards.rubble_findings,
    ),
    "cards": Track(
        id="cards",
        title="The fire of the cards",
        factors=factors_of("support_factors"),
        policies={},
        question="What is a German support card worth?",
        rules=("p. 9", "p. 13", "p. 14", "p. 15", "p. 16"),
        tables=(
            "support_factors",
            "german_cards",
            "soviet_cards",
            "fire_values",
            "leader_effects",
            "rubble",
            "deck_counts",
        ),
        measured="steps that a random German support card takes",
        measure=support.steps_a_card,
        find=answers_cards.support_findings,
    ),
    "leaders": Track(
        id="leaders",
        title="German leaders and random advantages",
        factors=factors_of("leader_factors"),
        policies={},
        question="How many leaders do the Germans have by the cards drawn, at each level?",
        rules=("p. 12", "p. 18", "p. 19"),
        tables=("leader_factors", "deck_counts", "advantages", "difficulty_levels"),
        measured="German leaders in play, of five",
        measure=leaders.german_leaders,
        find=answers_cards.leader_findings,
    ),
    "soviet_leaders": track_of(
        SCENARIOS["soviet_leaders"],
        question="How long are the Soviet leaders in play?",
        rules=("p. 9", "p. 12", "p. 18", "p. 19"),
        tables=("soviet_leader_factors", "deck_counts", "difficulty_levels"),
        measured="turns of twenty at whose end a given Soviet leader is in play",
        measure=answers_cards.turns_of_a_leader,
        find=answers_cards.soviet_leader_findings,
    ),
}
