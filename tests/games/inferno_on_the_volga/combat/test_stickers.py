"""The blocks as an owner types them in replace the families, German ones one by one, Soviet ones all at once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat import stickers as printed
from sim.games.inferno_on_the_volga.combat.unknown import composition
from sim.games.inferno_on_the_volga.map import blocks
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.referee import blocks as referee
from sim.map.layers import LayerRow

Type = Callable[..., None]
CACHED = (
    printed.stickers, composition, blocks.german_rows, blocks.german_blocks, blocks.soviet_blocks, blocks.unit_names,
)  # fmt: skip
HEADER = (
    "unit",
    "side",
    "kind",
    "color",
    "is_r",
    "full_strength_steps",
    "fire_at_4",
    "fire_at_3",
    "fire_at_2",
    "fire_at_1",
)


def forget() -> None:
    for one in CACHED:
        one.cache_clear()


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Iterator[Type]:
    """Let an owner type lines into block_strengths.csv."""

    def write(*lines: str) -> None:
        rows = [dict(zip(HEADER, line.split(","), strict=True)) for line in lines]

        def read(game: str, name: str, root: Path = Path(), *, pairs: bool = False) -> dict[str, LayerRow]:
            return {row["unit"]: LayerRow(row, "rulebook") for row in rows}

        monkeypatch.setattr(printed, "read_layers", read)
        monkeypatch.setattr(referee, "_typed", lambda side: [row for row in rows if row["side"] == side])
        forget()

    yield write
    monkeypatch.undo()
    forget()


PANZER = "german_2,german,panzer,yellow,yes,4,TF,DF,DF,SF"
SOVIETS = [f"soviet {n},soviet,infantry,red,no,3,,DF,SF,SF" for n in range(36)]
SOVIETS += [f"tank {n},soviet,tank,red,no,2,,,TF,TF" for n in range(13)] + [
    f"guard {n},soviet,guard,red,no,4,DF,DF,DF,SF" for n in range(4)
]


def test_a_german_block_takes_its_own_points_under_every_guess(types: Type) -> None:
    before = {name: blocks.german_blocks(name)[1] for name in ("weak", "central", "strong")}
    types(PANZER)
    for member in ("weak", "central", "strong"):
        found = blocks.german_blocks(member)
        assert found[0].lowest == (6, 5, 5, 4)
        assert found[1] == before[member]
    assert blocks.unit_fields("weak", "central")[f.LOW + 1 : f.LOW + 5, 0].tolist() == [6, 5, 5, 4]


def test_all_soviet_blocks_together_replace_the_family(types: Type) -> None:
    types(*SOVIETS)
    for member in ("weak", "central", "strong"):
        kinds = [(block.kind, block.lowest) for block in blocks.soviet_blocks(member)]
        assert kinds.count(("infantry", (6, 6, 5))) == 36
        assert kinds.count(("tank", (4, 4))) == 13
        assert kinds.count(("guard", (6, 5, 5, 5))) == 4
    types(*SOVIETS[1:])
    with pytest.raises(GameError, match=r"^block_strengths.csv: 52 Soviet blocks; expected all 53, or none$"):
        blocks.soviet_blocks("central")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (PANZER.replace("german,", "axis,", 1), "side is 'axis'; expected german or soviet"),
        (PANZER.replace("panzer", "cavalry"), "kind is 'cavalry'; expected one of "),
        (PANZER.replace(",4,", ",5,"), "full_strength_steps is '5'; expected 1 to 4"),
        (PANZER.replace("TF,DF", "TF,XF"), "fire_at_3 is 'XF'; expected one of "),
        (PANZER.replace("yes", "maybe"), "is_r is 'maybe'; expected yes or no"),
        (PANZER.replace("german_2,", "german_3,"), "no German unit 'german_3'; expected one of german_2, "),
        (PANZER.replace("yes", "no"), "is_r is no, and map/german_blocks has a row for it"),
        (PANZER.replace("yellow", "green"), "color is 'green'; expected one of yellow, blue, white"),
    ],
)
def test_a_line_that_is_none_is_named(types: Type, line: str, message: str) -> None:
    types(line)
    with pytest.raises(GameError, match=r"^block_strengths\.csv") as error:
        blocks.german_blocks("central")
    assert message in str(error.value)


def test_the_referee_reads_the_same_blocks(types: Type) -> None:
    types(*SOVIETS[::-1], PANZER)
    for member in ("weak", "strong"):
        german = [(block.id, block.kind, block.lowest) for block in referee.german_blocks(member)]
        ours = zip(blocks.unit_names(member), blocks.german_blocks(member), strict=False)
        assert german == [(name, block.kind, block.lowest) for name, block in ours]
        soviet = [(block.id, block.lowest) for block in referee.soviet_blocks(member)]
        names = blocks.unit_names(member)[f.N_GERMAN :]
        assert soviet == [(name, b.lowest) for name, b in zip(names, blocks.soviet_blocks(member), strict=True)]
