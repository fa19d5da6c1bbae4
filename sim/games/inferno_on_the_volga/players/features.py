"""Names and places of the weights of quick players."""

from __future__ import annotations

NAMES = (
    "clear_chance",  # points for an attack, times the chance in a hundred to clear the hex
    "step_taken",  # for each Soviet step expected to fall
    "step_lost",  # against each German step expected to fall
    "block_at_risk",  # against each German block that is down to one point, in an attack
    "r_at_risk",  # against each block marked R in an attack with weak blocks
    "spawn_hex",  # for a spawn hex, if it is taken
    "coast_hex",  # for a hex of the bank, if OKH asks for it
    "hex_nearer",  # for each hex that the taken one is nearer to the goals
    "block_nearer",  # for each block and hex of a move towards the goals
    "stack_up",  # for each block beyond the first in the hex where a move ends
    "contact",  # for a move that ends two hexes from Soviets
    "behind",  # against a block that a short move leaves behind
    "reinforce",  # for a call for reinforcements
    "reinforce_block",  # for each block that would come on average
    "reinforce_card",  # for its card
    "thin_army",  # for a call, for each German block below twelve on the map
    "row_danger",  # against a call, for each empty row with an R block in play
    "card_cost",  # against each card played
    "rubble_cost",  # against an attack that may make rubble, for each hex and armored block
    "hurry",  # for every attack, for each Soviet card gone
    "hasty_edge",  # for a hasty attack, which also moves a stack
    "advance",  # blocks that advance
    "least_chance",  # chance in a hundred below which nobody attacks
    "dead_fear",  # against each step lost, for each point towards the ten eliminated blocks
    "long_edge",  # for a long move
    "all_in",  # attack with every stack that touches, rather than with the best ones
)
(CLEAR_CHANCE, STEP_TAKEN, STEP_LOST, BLOCK_AT_RISK, R_AT_RISK, SPAWN_HEX, COAST_HEX, HEX_NEARER, BLOCK_NEARER,
 STACK_UP, CONTACT, BEHIND, REINFORCE, REINFORCE_BLOCK, REINFORCE_CARD, THIN_ARMY, ROW_DANGER, CARD_COST, RUBBLE_COST,
 HURRY, HASTY_EDGE, ADVANCE, LEAST_CHANCE, DEAD_FEAR, LONG_EDGE, ALL_IN) = range(len(NAMES))  # fmt: skip

SOVIET_NAMES = (
    "draw",  # points for a card, against all moves and attacks of the turn together
    "clear_chance",  # for an attack, times the chance in a hundred to clear the hex
    "step_taken",  # for each German step expected to fall
    "step_lost",  # against each Soviet step expected to fall
    "retake",  # for a Soviet spawn hex in German hands
    "capture",  # for a German spawn hex, which brings a card
    "guard",  # for each of the first two blocks in a spawn hex with Germans near
    "nearer",  # for each hex nearer to the Germans
    "cover",  # for each hex nearer to a spawn hex that Germans still want
    "pile",  # for each block already in the hex where a move ends
    "contact",  # for a move that ends next to Germans
    "street",  # for one in the streets, next to Germans
)
"""Weights of quick Soviet players."""
(S_DRAW, S_CLEAR_CHANCE, S_STEP_TAKEN, S_STEP_LOST, S_RETAKE, S_CAPTURE, S_GUARD, S_NEARER, S_COVER, S_PILE, S_CONTACT,
 S_STREET) = range(len(SOVIET_NAMES))  # fmt: skip
