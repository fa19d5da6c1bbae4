"""What a game that can be played whole gives to the house: a value with typed fields, checked when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from sim.match.log import EventLog
from sim.match.words import MatchWords

if TYPE_CHECKING:
    from sim.match.claims import Blunders, Claims
    from sim.match.faces import Face
    from sim.match.luck import Luck
    from sim.match.person import PlayByHand
    from sim.match.play import Played
    from sim.match.saved import SavedGames
    from sim.match.shown import Shown
    from sim.match.tuning import Tuning
    from sim.match.variation import Variation


@dataclass(frozen=True)
class Seats:
    """Who plays which side, on which board, under which readings of the rules."""

    first: str = "balanced"
    second: str = "balanced"
    board: int = -1
    readings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class GameResult:
    """How one game ended; `margin` is the first side's points less the second's."""

    game: int
    winner: str
    level: str
    margin: int
    turns: int
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class BlockResult:
    """A block of games: a row of results each (columns `WholeGame.result_columns`), summaries, attacks gathered."""

    results: NDArray[Any]
    turns: NDArray[Any]
    tally: NDArray[Any]


@dataclass(frozen=True)
class Lead:
    """What tells who stands better in a game without points: measures of the first side, as the warehouse names them.

    `measure` is one of a turn's summary, the more the better; `clock` a column of the result, how much time was left at
    the end. `clock_words` name one and several of it.
    """

    measure: str
    clock: str
    clock_words: tuple[str, str]


@dataclass(frozen=True)
class WholeGame:
    """A game that is played whole.

    `play_block(seats, seed, first, n, with_turns)` plays games `first` to `first + n - 1` of a match; `play_logged`
    plays one game with its log. Both give the same game to the bit. Columns come with what they hold; those of a turn
    begin with the side that they tell of. `boards` is the number of members in the ensemble of maps, 0 for a known map.
    `faces` are the counters by id, those of units and those of what is revealed; `positions` are its saved games;
    `tuning` is there where players are weights that can be tuned. `strongest` are the players whose games against each
    other answer who is favored, the best first, and `quicker` who plays on from a position, many times over, in place
    of a player too slow for it; `plays_on_by_habit` says that whoever looks ahead does not in such games. `claims` what
    has been said of the game, and `blunders` what no player should do, to hold played games against; `play_by_hand`
    lets a person play a side; `variations` are what its players may do otherwise, one thing at a time.
    `side_players` are the players of a side where the sides have different ones, `usual` those that play if none is
    named. `options` are readings that are asked for by an option of their own, such as a level of difficulty, each with
    what it means. Without points (`is_scored` false) the margin says only who won and by which level; `turns` is then
    the most there can be, and `lead` tells who stands better. `luck` are the steps of a game at which luck is told
    apart, in their order.
    `drawn` names the option by which one thing alone of a board of the ensemble is its own, all else central.
    `diary` tells a game where the diary of marches and battles does not fit; `show(played, seats, hidden)` is what a
    replay shows of one where map, counters or fights are others than those of marches and battles.
    """

    game: str
    version: int
    sides: tuple[str, str]
    players: tuple[str, ...]
    result_columns: Mapping[str, str]
    turn_columns: Mapping[str, str]
    turns: int
    readings: Mapping[str, tuple[str, ...]]
    level_of: Callable[[int], tuple[str, str]]
    play_block: Callable[[Seats, int, int, int, bool], BlockResult]
    play_logged: Callable[[Seats, int, int], tuple[GameResult, EventLog]]
    boards: int
    words: MatchWords
    odds_columns: tuple[str, ...]
    results: tuple[str, ...]
    faces: Mapping[str, Face]
    positions: SavedGames
    tuning: Tuning | None = None
    strongest: tuple[str, ...] = ()
    quicker: Mapping[str, str] = field(default_factory=dict)
    plays_on_by_habit: bool = False
    claims: Claims | None = None
    blunders: Blunders | None = None
    play_by_hand: PlayByHand | None = None
    variations: tuple[Variation, ...] = ()
    luck: tuple[Luck, ...] = ()
    side_players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    usual: tuple[str, str] = ("balanced", "balanced")
    options: Mapping[str, str] = field(default_factory=dict)
    drawn: str = ""
    is_scored: bool = True
    lead: Lead | None = None
    diary: Callable[[Played], list[str]] | None = None
    show: Callable[[Played, Seats, Mapping[str, str]], Shown] | None = None

    def goes_on(self, seats: Seats) -> Seats:
        """Return who plays the games that go on from a position, many times over."""
        first, second = (self.quicker.get(player, player) for player in (seats.first, seats.second))
        return replace(seats, first=first, second=second)

    def players_of(self, side: str) -> tuple[str, ...]:
        """Return who can play a side."""
        return self.side_players.get(side, self.players)
