"""Do the same commands still give the same answers? For moves that must not change any: write, move, write, compare.

    python benchmarks/same_answers write before.json.gz        # in the tree as it was, 1,000 fights a game
    python benchmarks/same_answers write after.json.gz         # in the tree as it is
    python benchmarks/same_answers compare before.json.gz after.json.gz

The tree that is asked is the one in the current folder, wherever this folder lies (so it may be run on an old
worktree), through what users have: the `kessel` command, `analysis.odds`, the warehouse. What a move renames on purpose
goes into `RENAMED` of `asking`; with ``--words-may-differ`` prose and the words of a refusal are not compared.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from cloudpickle import register_pickle_by_value

sys.path[0] = str(Path(__file__).resolve().parents[2])  # this folder's own chapters, not those of an old tree
from benchmarks.same_answers import asking, drawn, fights, systems  # noqa: E402
from benchmarks.same_answers.comparing import compare  # noqa: E402
from benchmarks.same_answers.writing import write  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writes, compares = commands.add_parser("write"), commands.add_parser("compare")
    parts = ("fights", "systems", "runs")
    writes.add_argument("file", type=Path)
    writes.add_argument("--fights", type=int, default=1_000, help="answered fights a game")
    writes.add_argument("--seed", type=int, default=7, help="of the fights")
    writes.add_argument("--games", type=int, default=3_000, help="games a cell of each study")
    writes.add_argument("--systems", type=int, help="only so many systems")
    writes.add_argument("--jobs", type=int, default=2)
    writes.add_argument("--only", choices=parts, action="append")
    compares.add_argument("first", type=Path)
    compares.add_argument("second", type=Path)
    compares.add_argument("--shown", type=int, default=5, help="differences that are shown in full")
    compares.add_argument("--words-may-differ", action="store_true", help="in refusals and in prose")
    told = parser.parse_args()
    if told.command == "compare":
        compare(told.first, told.second, told.shown, words=told.words_may_differ)
        return
    sys.path[0] = str(Path.cwd())  # from here on the tree that is asked
    for chapter in (asking, drawn, fights, systems):
        register_pickle_by_value(chapter)  # workers would look for them in the tree that is asked
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KESSEL_DATA"] = folder
        write(told.file, told.only or parts, told.fights, told.seed, told.games, told.systems, told.jobs)


if __name__ == "__main__":
    main()
