"""The systems beside the map of Traces of Hubris, each with its question."""

from __future__ import annotations

from sim.games.traces_of_hubris import answers, answers_air, answers_cup, answers_victory
from sim.games.traces_of_hubris.factors import factors_of
from sim.games.traces_of_hubris.scenarios import SCENARIOS
from sim.track import Track, track_of

TRACKS = {
    "luftwaffe": track_of(
        SCENARIOS["luftwaffe"],
        question="How many columns to the right does the Luftwaffe buy in a game?",
        rules=("4.1", "7.0", "14.4"),
        tables=("luftwaffe_markers", "luftwaffe_split", "luftwaffe_limits", "luftwaffe_factors"),
        measured="columns to the right in nine turns",
        measure=answers_air.columns_bought,
        find=answers_air.about_the_luftwaffe,
    ),
    "chits": track_of(
        SCENARIOS["chits"],
        question="How long does the Axis act before a Soviet headquarters can answer?",
        rules=("4.2", "4.3", "12.1", "12.4"),
        tables=("activation", "turn_track", "chit_factors"),
        measured="Axis activations in a row, the longest run of the turn without a Soviet one between",
        measure=answers_cup.longest_run,
        find=answers_cup.about_the_cup,
    ),
    "attrition": track_of(
        SCENARIOS["attrition"],
        question="How fast does a pocket that lives on air supply starve?",
        rules=("7.0", "8.1", "13.0"),
        tables=(
            "supply", "luftwaffe_markers", "luftwaffe_split", "luftwaffe_limits", "victory_points", "attrition_factors",
        ),
        measured="units of the pocket lost to supply chits, the last check after turn 9 apart",
        measure=answers.units_starved,
        find=answers.about_attrition,
    ),
    "rail": track_of(
        SCENARIOS["rail"],
        question="How long are units that go by rail away from the front?",
        rules=("8.3", "11.2", "14.3"),
        tables=("rail_transfer", "rail_factors"),
        measured="turns after that of departure until the last is back on the map",
        measure=answers.turns_on_the_rails,
        find=answers.about_rail,
    ),
    "reserves": track_of(
        SCENARIOS["reserves"],
        question="Does the German army grow or shrink by what arrives and what is withdrawn?",
        rules=("8.2", "11.1", "11.2"),
        tables=(
            "german_withdrawals", "axis_reinforcements", "soviet_reinforcements", "setup_markers", "reserves_factors",
        ),
        measured="German divisions received less those withdrawn, in nine turns, without Blücher",
        measure=answers.german_net,
        find=answers.about_reserves,
    ),
    "headquarters": track_of(
        SCENARIOS["headquarters"],
        question="How many activations does the loss of a headquarters cost?",
        rules=("2.3", "11.2", "12.2", "13.0"),
        tables=("victory_points", "headquarters_factors"),
        measured="activations that the headquarters loses within four turns",
        measure=answers.activations_lost,
        find=answers.about_headquarters,
    ),
    "blucher": track_of(
        SCENARIOS["blucher"],
        question="When does Blücher come, what hastens it, and what does it land?",
        rules=("7.0", "8.0", "12.4"),
        tables=("blucher_drm", "blucher_conditions", "blucher_arrival", "luftwaffe_limits", "blucher_factors"),
        measured="turns until Blücher succeeds, on average (never counted as turn 10)",
        measure=answers_air.turn_of_success,
        find=answers_air.about_blucher,
    ),
    "blucher_discard": Track(
        id="blucher_discard",
        title="Three markers for Blücher",
        factors=factors_of("blucher_discard_factors"),
        policies={},
        question="Up to which price of a Luftwaffe marker is it right to discard three for Blücher on turn 3?",
        rules=("7.0", "12.4"),
        tables=(
            "blucher_drm", "blucher_conditions", "blucher_arrival", "luftwaffe_markers", "luftwaffe_limits",
            "blucher_discard_factors",
        ),
        measured="hundredths of a German division, the highest price of a marker at which the three go",
        measure=answers_air.highest_price,
        find=answers_air.about_the_discard,
    ),
    "victory": track_of(
        SCENARIOS["victory"],
        question="How often does the Axis win by nine targets, and can points save it a draw?",
        rules=("13.0", "14.1", "14.2", "14.3", "14.4", "16.0"),
        # the grades come out of target_hexes, whose missing cells, hexes on the map, no answer reads
        tables=(
            "victory_points", "victory_levels", "victory_limits", "luftwaffe_limits", "victory_courses",
            "victory_factors",
        ),
        measured="chance that the Axis holds nine targets at the end of a turn, or draws on points",
        measure=answers_victory.chance_not_to_lose,
        find=answers_victory.about_victory,
    ),
}  # fmt: skip
