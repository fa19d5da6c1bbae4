"""Places in the arrays of a world that only Leningrad has; the generic ones are in `sim.map.forces.world`."""

from __future__ import annotations

from sim.map.forces import rules, world

GERMAN, SOVIET = 0, 1
N_GERMAN, N_SOVIET = 32, 61
N_UNITS = N_GERMAN + N_SOVIET
MOBILE, INFANTRY = 0, 1
"""Movement classes."""
INF_TYPE, MECH_TYPE, ARMOR_TYPE = 0, 1, 2
N_TURNS = 12
N_FORTS = 12
N_AIR = 2
FORT_CODE, AIR_CODE = 100, 200
"""Codes of forts and air units where a unit is named."""

# units
_U = world.N_UNIT_FIELDS
TYPE, CORPS, KNOWN, COUNTER, ARRIVES, GROUP, SINCE, HOME, PLANNED, N_UNIT_FIELDS = range(_U, _U + 10)

# hexes
_X = world.N_HEX_FIELDS
(FORT, AIRED, REGEN, IS_CITY, CITY_VP, PINNED, GOAL, _GOAL_2, IN_FORT_RADIUS, CONTROL, NORTH_ZONE, SETUP_ZONE, DOOR,
 ENTRY, _ENTRY_2, N_HEX_FIELDS) = range(_X, _X + 16)  # fmt: skip

# scalars
_S = world.N_SCALARS
(AIR_USED, _AIR_USED_2, REGENS, SURPRISE, ENTERED_34, RNG, _RNG_2, POLICY, _POLICY_2, N_ATT, N_DEF, N_HEX, N_CAME,
 N_VIA, FORTS_PLACED, FORTS_GIVEN, ATTACKS, MOVES, POOL_N, _POOL_N_2, POOL_ATT, _POOL_ATT_2, POOL_DEF, _POOL_DEF_2,
 N_GROUPS, LENINGRAD, AIR_HERE, HAPPENED, MARGIN, NET_SHIFT, LATE_GROUP, LATE_DOOR,
 N_LATE, RETREATED, N_VACATED, MAY_ADVANCE, GARRISON, OPENER, OPENER_VP, HOME_NOTED, ASKED,
 N_SCALARS) = range(_S, _S + 42)  # fmt: skip

# lists
_L = world.N_LISTS
(L_ATT, L_DEF, L_HEX, L_CAME, L_TIMES, L_VIA, L_SAFE, L_ORIGIN, L_LEFT, L_A, L_D, L_H, L_CITY, L_ENTRY, L_PICK, L_ORDER,
 L_VACATED, L_SETUP, L_FORTS, L_RED, L_TRY, L_BEST, L_SCORE, L_NORTH, L_LATE_INF, L_BACK, L_COUNTER, _LC1, _LC2,
 _LC3, L_VIA_FROM, L_RISK, L_OUT, L_EDGE) = range(_L, _L + 34)  # fmt: skip
L_GROUP = _L + 34
"""First of the rows with entry hexes, a row a group of reinforcements."""
N_GROUPS_MAX = 16
N_LISTS = L_GROUP + N_GROUPS_MAX

OVERRUN_STEP = 4
"""First of the rows of `World.step` with what overrunning a neighbor costs, by class."""

# rules
_P = rules.N_RULES
P_OVERRUN_MP, P_OVERRUN_MP_FIRST, P_FORT_MP, P_FORT_LINE, P_FORTS_A_TURN, P_REGEN_MAX = range(_P, _P + 6)
P_READING = _P + 6
"""Readings, in the order of `READINGS` of the module `readings`."""
P_WORTH = P_READING + 40
N_SHIFTS = 15
P_VP_REDUCED = P_WORTH + N_SHIFTS
P_VP_GONE = P_VP_REDUCED + 3
P_VP_REGEN = P_VP_GONE + 3
P_CRT = P_VP_REGEN + 1
"""Per die and column: what is asked of the defender, of the attacker, and the position of the printed result."""
N_COLUMNS = 13
P_LEVEL = P_CRT + 6 * N_COLUMNS * 3
N_PACKED = P_LEVEL + 4

# rows of the shift table, in its order
(SH_OVERRUN, SH_ATT_OOS, SH_HILLS, SH_COVER, SH_CITY, SH_FORT, SH_RIVER, SH_DEF_ARMOR, SH_DEF_CORPS, SH_DEF_AIR,
 SH_ATT_ARMOR, SH_ATT_CORPS, SH_ATT_AIR, SH_DEF_OOS, SH_SURPRISE) = range(N_SHIFTS)  # fmt: skip

# terrain codes of the board
T_OFF, T_CLEAR, T_FOREST, T_MARSH, T_HILLS, T_TOWN, T_CITY = range(7)

# per-turn summary; pairs are German, Soviet
(Y_VP, _Y1, Y_LOST, _Y3, Y_UNITS, _Y5, Y_OOS, _Y7, Y_CITIES, Y_DISTANCE, Y_ATTACKS, _Y11, Y_OVERRUNS, _Y13,
 Y_AIR_ATTACK, Y_AIR_DEFENSE, Y_INTERDICT, Y_REGENS, Y_FORTS, Y_MOVES, _Y20, Y_REDUCED,
 N_YIELDS) = range(23)  # fmt: skip
N_RESULTS = 24
Y_TALLY = N_YIELDS
"""Then attacks by side, column and printed result."""
N_TURN_FIELDS = Y_TALLY + 2 * N_COLUMNS * N_RESULTS

# scratch rows beyond the generic ones
_Q = world.N_SCRATCH
(Q_CLOSE, _Q_CLOSE_2, Q_ALLOWED, Q_A, Q_B, Q_C, Q_D, Q_E, Q_F, Q_G, Q_H, Q_I, Q_J, Q_K,
 N_SCRATCH) = range(_Q, _Q + 15)  # fmt: skip

# players: weights and plans; what is seen in a position; settings of looking ahead
N_WEIGHTS, N_PLANS, N_MARKS, N_SAMPLES = 64, 24, 44, 128
N_KEPT = 12
"""States of a half turn that may be kept aside beside that of the game."""
MOST_SENT = 48
"""Units that a side sends somewhere in a turn at most."""
A_PLANS, _AP2, A_CHOSEN, _AC2, A_HELD, _AH2, A_SENT = range(7)
A_SEED, A_WATCH, _A = range(A_SENT + MOST_SENT, A_SENT + MOST_SENT + 3)
(A_FIRST, A_SECOND, A_THIRD, A_KEEP, A_HALVES, A_AGAIN, A_EVERYBODY, A_STAY, A_GAMES,
 A_LEAD) = range(_A, _A + 10 * 26, 26)  # fmt: skip
"""Blocks of numbers by turn, 0 to 12, the German one and then the Soviet one; from the last on one for each plan."""
A_REST = A_LEAD + N_PLANS * 26
N_REST = 2 + A_LEAD - A_FIRST
"""From here on how many plans each side has, and these blocks but the leads, of who plays on in thought, so
many numbers; then of who checks it."""
N_AHEAD = A_REST + 2 * N_REST

# kinds of events, in the order of `KINDS` of the module `log`
(K_SETUP, K_PHASE, K_REGENERATE, K_ARRIVE, K_SUPPLY, K_MOVE, K_FORT_LOST, K_ATTACK, K_DEFEND, K_AIR, K_REVEAL,
 K_OVERRUN, K_COMBAT, K_STEP_LOSS, K_ELIMINATED, K_RETREAT, K_ADVANCE, K_INTERDICT, K_FORT, K_VP,
 K_END) = range(21)  # fmt: skip
NOTE_NONE, NOTE_DISENGAGE, NOTE_MINIMUM, NOTE_HEX, NOTE_REDUCED, NOTE_GONE, NOTE_REGENS = range(7)
(C_KIND, C_TURN, C_PHASE, C_SIDE, C_UNIT, C_FROM, C_TO, C_VALUE, C_DIE, C_BATTLE, C_NOTE, C_ATTACK, C_DEFENSE, C_RUNG,
 C_SHIFT, C_TIMES, C_HEXES, C_AIR, C_RESULT, N_LOG_FIELDS) = range(20)  # fmt: skip
NONE = -1
VOID = -(1 << 40)
"""A number that is not there."""
