"""What a replay shows of one game: map, pieces, scenes, gauges, lines. Games fill these values, one page reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Backdrop:
    """The map: a whole SVG of class ``kmap``, the box of it that is looked at (x, y, width, height), and its hexes.

    `centers` are those of `hexes` in points of the drawing, `size` the points from hex to hex, `land` a path that the
    front line is clipped to. `marks` are the drawings of what may lie on a hex, by name, round (0, 0); those named in
    `above` lie over the pieces, all others under them.
    """

    svg: str
    box: tuple[float, float, float, float]
    hexes: Sequence[str]
    names: Sequence[str]
    centers: Sequence[tuple[float, float]]
    size: float
    land: str
    marks: Mapping[str, str] = field(default_factory=dict)
    above: Sequence[str] = ()


@dataclass(frozen=True)
class Piece:
    """A counter or block: its side, what both sides call it, and the drawing of its faces round (0, 0).

    `under` is what turns out to lie there, empty where nothing is hidden; `steps` are those at full strength. Faces
    are shown by class: ``k0`` at full strength, ``k1`` when reduced, ``n3`` with three steps left, ``un`` while it is
    hidden and ``re`` once it is not. A piece that does not begin hidden has neither of the last two.
    """

    unit: str
    side: str
    name: str
    under: str
    steps: int
    faces: str


@dataclass(frozen=True)
class Strip:
    """A line of the panel beside the map: a label, then pieces, dice with their class, cards, or words in boxes.

    Classes: of dice ``hit``, ``miss`` and ``own``, a hit on those who threw it; of cards that of a side (``first``,
    ``second``), and ``secret`` for one that only shows without fog; of words ``col``, ``up``, ``down``, ``to``,
    ``out``, ``note``, and ``die`` for a die.
    """

    label: str = ""
    pieces: Sequence[str] = ()
    dice: Sequence[tuple[int, str]] = ()
    cards: Sequence[tuple[str, str]] = ()
    words: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Clash:
    """A fight on the map: the hex fought for, the attackers and where each stands, the defenders, the words over it."""

    hex: str
    attackers: Mapping[str, str]
    defenders: Sequence[str]
    tag: str


@dataclass
class Scene:
    """One look at the game: what changed since the last one.

    `kind` is ``start``, ``move``, ``battle``, ``end`` (of a turn), or the game's own. `stands` holds the hex (empty
    off the map) and the steps left of every piece that changed; `paths` and `retreats` the hexes each went through;
    `up` and `down` the pieces turned up and hidden again, `cut` those marked as out of supply; `on` and `off` marks
    laid on hexes and taken away; `look` hexes to look at besides; `gauges` what they show from now on.
    """

    turn: int
    phase: int
    side: str
    kind: str
    head: str
    text: str = ""
    stands: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    paths: Mapping[str, Sequence[str]] = field(default_factory=dict)
    retreats: Mapping[str, Sequence[str]] = field(default_factory=dict)
    up: Sequence[str] = ()
    down: Sequence[str] = ()
    cut: Sequence[str] = ()
    on: Sequence[tuple[str, str]] = ()
    off: Sequence[tuple[str, str]] = ()
    look: Sequence[str] = ()
    clash: Clash | None = None
    rows: Sequence[Strip] = ()
    gauges: Mapping[str, int | Sequence[tuple[str, str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Gauge:
    """A number out of `most` drawn as so many marks, or with 0 a row of cards; `side` colors it."""

    key: str
    label: str
    most: int = 0
    side: str = ""


@dataclass(frozen=True)
class Lines:
    """A small chart: a line a side by scene, `values` shape (scenes, 2), with a note below it."""

    key: str
    title: str
    note: str
    values: Sequence[tuple[float, float]]
    label: str = ""


@dataclass(frozen=True)
class Shown:
    """A game as a page shows it.

    `verdict` is who won how, `result` what stands beside it; `dates` has a text a turn or is empty; `fronts` are front
    lines as paths, `front_of` which of them each scene shows; `diary` is the war diary, a line a sentence or two;
    `legend` says how pieces and map are read, `basis` what of the game is assumed; `turns` is how far charts go.
    """

    ground: Backdrop
    pieces: Sequence[Piece]
    scenes: Sequence[Scene]
    gauges: Sequence[Gauge]
    lines: Sequence[Lines]
    verdict: str
    result: str
    dates: Sequence[str]
    fronts: Sequence[str]
    front_of: Sequence[int]
    diary: Sequence[str]
    legend: str
    basis: str
    turns: int
