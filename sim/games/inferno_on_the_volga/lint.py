"""What a careful reader of Inferno on the Volga stumbles over, proved on its tables."""

from __future__ import annotations

from sim.lint import AMBIGUOUS, CONTRADICTION, GAP, GARBLED, Check, Remark
from sim.numbers.rawfiles import MISSING, RAW, read_raw
from sim.numbers.tables import load_list

GAME = "inferno_on_the_volga"


def no_landing() -> Remark | None:
    """Remark that three dice name the hex where a marine lands, and reach not every hex of the coast [p. 16]."""
    dice = load_list(GAME, "soviet_cards").integer("volga_flotilla", "dice")
    coast = [int(row["hex"]) for row in load_list(GAME, "hexes").rows if row["is_coastal"] == "yes"]
    never = [str(n) for n in coast if not dice <= n <= 6 * dice]
    return Remark(
        "no_landing", GAP, f"A marine never lands in hex #{', #'.join(never)}: {dice} dice give {dice} to {6 * dice}; "
        "whether that is meant is not said.", "p. 16 Flotilla", 31,
    ) if never else None  # fmt: skip


def rows_and_r_blocks() -> Remark | None:
    """Remark that each row of reinforcements ends in a square for a block, and fewer blocks are marked [p. 3, p. 7]."""
    rows = len(load_list(GAME, "reinforcement_rows").rows)
    blocks = next(row for row in load_list(GAME, "unit_counts").rows if row["kind"] == "marked_r")["blocks"]
    return Remark(
        "rows_and_r_blocks", CONTRADICTION, f"{rows} rows of reinforcements end in a square for a block to be removed, "
        f"and {blocks} blocks are marked R.", "p. 3, p. 7", 4,
    ) if rows != int(blocks) else None  # fmt: skip


def aa_hexes() -> Remark | None:
    """Remark that cards name a hex that our copy does not show [p. 16]."""
    cards = read_raw(RAW / GAME / "aa_cards.csv").rows
    n = sum(MISSING in row for row in cards)
    return Remark(
        "aa_hexes", GARBLED, f"{n} of {len(cards)} AA cards name a hex that cannot be read.", "p. 16 AA", 2
    ) if n else None  # fmt: skip


def scrambled_hex_types() -> Remark | None:
    """Remark that the table of hex types is out of order in the copy [p. 4]."""
    rows = read_raw(RAW / GAME / "hex_types.csv").rows
    n = sum(row.count(MISSING) for row in rows)
    return Remark(
        "scrambled_hex_types", GARBLED, f"{n} of {sum(len(row) - 1 for row in rows)} cells of the table of hex types "
        "cannot be placed.", "p. 4", 34,
    ) if n else None  # fmt: skip


def spawn_icons() -> Remark | None:
    """Remark that what appears in a spawn hex is shown by icons [p. 11]."""
    raw = read_raw(RAW / GAME / "spawn_hexes.csv")
    rows = [dict(zip(raw.header, row, strict=True)) for row in raw.rows]
    lost = [row["hex"] for row in rows if MISSING in (row["infantry_blocks"], row["tank_blocks"])]
    return Remark(
        "spawn_icons", GARBLED, f"The icons that say what appears in the Soviet spawn hexes #{', #'.join(lost)} are "
        "lost.", "p. 5, p. 11 spawn", 8,
    ) if lost else None  # fmt: skip


def pioneer_counts() -> Remark | None:
    """Remark that the deck adds up only if the 672nd Pioneer is one of the four [p. 13, p. 14]."""
    cards = load_list(GAME, "german_cards").rows
    inside = [row for row in cards if row["counted_in"]]
    total = sum(int(row["copies"]) for row in cards)
    return Remark(
        "pioneer_counts", AMBIGUOUS, f"The German cards counted one by one are {total}, or {total - len(inside)} if "
        f"the {inside[0]['name']} is one of the {inside[0]['counted_in'].replace('_', ' ').title()}s.",
        "p. 13, p. 14", 1,
    ) if inside else None  # fmt: skip


CHECKS: tuple[Check, ...] = (
    no_landing, rows_and_r_blocks, aa_hexes, scrambled_hex_types, spawn_icons, pioneer_counts,
)  # fmt: skip
