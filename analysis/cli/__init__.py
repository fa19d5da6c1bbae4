"""The `kessel` command: a file of this folder a command, found by being there; bad input is answered in one line."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from pathlib import Path

import click

from analysis.children import safe_children
from sim.border import is_control, one_line, shown
from sim.errors import BorderError, GameError
from sim.numbers.rawfiles import ACCEPTED, RAW

INTERRUPTED = 130


class Commands(click.Group):
    """The files of this folder without an underscore in front; only the one that is asked for is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the value ``COMMAND`` of a command's file."""
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"analysis.cli.{name}").COMMAND
        return command


@click.group(cls=Commands, no_args_is_help=True, context_settings={"max_content_width": 110})
def kessel() -> None:
    """Measure hex-and-counter wargames: exact odds, systems, studies, reports."""


def main() -> None:
    """Run the command line; bad input ends in one line on standard error and exit code 2."""
    pressed: list[int] = []
    _note_interrupt(pressed)
    try:
        for at, word in enumerate(sys.argv):
            if any(is_control(sign) for sign in word):  # `map` is a command of this folder once it was asked for
                raise BorderError(f"word {at} of the command holds a control character: {shown(word)}")
        _finish_acceptance()
        with safe_children():
            code = kessel(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(f"{error.format_message()}\n")
        sys.exit(2)
    except click.ClickException as error:
        sys.stderr.write(f"kessel: {one_line(error.format_message())}\n")
        sys.exit(2)
    except (GameError, BorderError, OSError) as error:
        sys.stderr.write(f"kessel: {one_line(str(error))}\n")
        sys.exit(2)
    except BaseException:
        if not pressed:  # Ctrl-C ends libraries in many ways; anything else is a fault of ours and shows itself
            raise
        code = INTERRUPTED
    if pressed or code == INTERRUPTED:
        sys.stderr.write("kessel: interrupted; what is finished is kept\n")
        sys.exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _finish_acceptance() -> None:
    """Finish what `kessel audit --accept` had decided on when it was killed."""
    if (RAW / ACCEPTED).is_dir():
        from analysis.sources.accept import finish

        finish()


def _note_interrupt(pressed: list[int]) -> None:
    """Note Ctrl-C as well as raise it, since libraries turn it into errors of their own."""

    def handle(number: int, frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)
