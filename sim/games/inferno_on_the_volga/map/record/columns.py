"""What the columns of a game's result and of a turn's summary hold, in the order in which the kernels write them."""

from __future__ import annotations

ENDS = ("", "spawn_hexes", "no_soviets", "coast", "german_losses", "soviet_deck", "turn_limit")
"""What ended a game, by the code of the kernels; the first three are German victories [p. 3, p. 13]."""
N_GERMAN_ENDS = 3
RESULT_COLUMNS = {
    "vp_margin": "what ended the game: 3 spawn hexes, 2 no Soviets left, 1 the coast with OKH, 0 ten German blocks "
    "lost, -1 the Soviet deck, -2 no end in the turns there is room for",
    "turns": "turns played, a German and a Soviet one each",
    "german_steps_lost": "points of strength that German blocks lost",
    "soviet_steps_lost": "points of strength that Soviet blocks lost",
    "german_blocks_lost": "German blocks eliminated",
    "soviet_blocks_lost": "Soviet blocks eliminated; they may come again",
    "dead_points": "German blocks eliminated, those marked R twice",
    "attacks_german": "German attacks",
    "attacks_soviet": "Soviet attacks",
    "cleared_german": "German attacks that cleared the hex",
    "cleared_soviet": "Soviet attacks that cleared the hex",
    "moves": "blocks moved from hex to hex outside combat, both sides",
    "calls": "German calls for reinforcements",
    "spawn_hexes": "Soviet spawn hexes in German hands at the end",
    "coast_hexes": "hexes 1 to 19 in German hands at the end",
    "rubble": "rubble markers at the end",
    "soviet_cards_left": "cards left in the Soviet deck",
    "german_cards_drawn": "German cards drawn",
    "has_okh": "1 if OKH came into play",
    "removed_blocks": "blocks marked R that the reinforcement dice removed",
    "illegal_plans": "plans that broke a rule: none should",
    "log_overflow": "1 if the event log ran out of room",
}
TURN_COLUMNS = {
    "german_blocks": "blocks on the map",
    "soviet_blocks": "blocks on the map",
    "german_steps": "points of the blocks on the map",
    "soviet_steps": "points of the blocks on the map",
    "german_steps_lost": "points lost so far",
    "soviet_steps_lost": "points lost so far",
    "german_spawn_hexes": "Soviet spawn hexes held",
    "german_coast_hexes": "hexes 1 to 19 held",
    "german_dead_points": "blocks eliminated, those marked R twice",
    "soviet_cards_left": "cards left in the deck",
    "german_hand": "cards in hand",
    "soviet_hand": "cards in hand",
    "german_attacks": "attacks so far",
    "soviet_attacks": "attacks so far",
    "german_action": "action taken: 0 pass, 1 call, 2 long move, 3 short moves, 4 hasty attack, 5 deliberate attack",
    "german_rubble": "rubble markers on the map",
}


def ending_of(margin: int) -> tuple[str, str]:
    """Return the winner and what ended the game.

    >>> ending_of(3), ending_of(0), ending_of(-1)
    (('german', 'spawn_hexes'), ('soviet', 'german_losses'), ('soviet', 'soviet_deck'))
    """
    code = N_GERMAN_ENDS + 1 - margin
    return ("german" if margin > 0 else "soviet"), ENDS[code]


def margin_of(code: int) -> int:
    """Return the margin that stands for what ended the game, above 0 for a German victory."""
    return N_GERMAN_ENDS + 1 - code
