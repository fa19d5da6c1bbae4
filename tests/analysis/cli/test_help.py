"""The help of every command: a line in the list that is not cut, and a text for each option."""

from collections.abc import Iterator

import click

from analysis.cli import kessel

NARROW = 80
"""Columns of the narrowest terminal."""


def commands(command: click.Command, words: tuple[str, ...] = ("kessel",)) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(words), command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=words[-1])
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, (*words, name))


def test_help_says_in_whole_sentences_what_a_command_and_its_options_do() -> None:
    for words, command in commands(kessel):
        context = click.Context(command, info_name=words, terminal_width=NARROW, max_content_width=NARROW)
        listed = command.get_help(context).partition("Commands:")[2]
        if " " not in words:
            assert "..." not in listed  # what a list cannot show whole says too much at once
        assert (command.help or "").partition("\n\n")[0].rstrip().endswith("."), words
        assert [one.name for one in command.params if isinstance(one, click.Option) and not one.help] == [], words
