"""Which rules of a book a file cites: in square brackets; in tests in quotes, docstrings and comments too."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

BRACKETS = re.compile(r"\[([^\[\]]*)\]")
NUMBER = re.compile(
    r"(?<![\w./])(\d{1,2}(?:\.\d{1,2}){0,2}(?:\.[a-f])?)(?:\s*(?:-|to)\s*(\d{1,2}(?:\.\d{1,2}){0,2}))?(?![\w/])"
)
PAGE = re.compile(r"p\. (\d{1,2})(?:-(\d{1,2}))?((?: [\w'/-]+)*)")
ASIDE = re.compile(
    r"(?i)\b(?:(?:rulings?|examples?|ex\.|errata|turns?|rolls?|levels?|notes?)\s*(?:R|E)?[\d.]+|R\d+)"
    r"(?:(?:,| and| to|-)\s*R?\d+(?![.\d]))*"
)
NAMED = re.compile(r"scenarios? (?:I{1,3}|IV|V)\b")


def expanded(first: str, last: str) -> list[str]:
    """Return the numbers of a range, both ends included.

    >>> expanded("14.8", "14.10"), expanded("8.7.4", "8.7.6"), expanded("3.0", "")
    (['14.8', '14.9', '14.10'], ['8.7.4', '8.7.5', '8.7.6'], ['3.0'])
    """
    if not last:
        return [first]
    *head, low = first.split(".")
    *tail, high = last.split(".")
    if tail and tail != head:
        return [first, last]
    return [".".join((*head, str(n))) for n in range(int(low), int(high) + 1)]


def pages(text: str) -> Iterator[str]:
    """Yield the pages of a text, with their heading where one is told.

    >>> list(pages("p. 9-10, p. 14 opportunity fire"))
    ['p. 9', 'p. 10', 'p. 14 opportunity fire']
    """
    for first, last, heading in PAGE.findall(text):
        if last:
            yield from (f"p. {n}" for n in range(int(first), int(last) + 1))
        else:
            yield f"p. {first}{heading}"


def references(text: str) -> Iterator[str]:
    """Yield the rules that a text cites: numbers within their ranges, pages, scenarios; rulings and examples are none.

    >>> list(references("8.9, 14.1; ruling R52, example 5")), list(references("15.2.1, scenario III"))
    (['8.9', '14.1'], ['scenario III', '15.2.1'])
    """
    text = ASIDE.sub("", text)
    if "p. " in text:
        yield from pages(text)
        return
    yield from (one.replace("scenarios", "scenario") for one in NAMED.findall(text))
    for first, last in NUMBER.findall(NAMED.sub("", text)):
        yield from expanded(first, last)


def is_citation(group: str) -> bool:
    """Whether what stands in square brackets is a citation and no index, list or type."""
    rest = NUMBER.sub("", NAMED.sub("", PAGE.sub("", ASIDE.sub("", group))))
    has_rule = bool(
        PAGE.search(group) or NAMED.search(group) or re.search(r"\d\.\d|^\s*\d{1,2}(?:\s*[,;-]|\s*$)", group)
    )
    return has_rule and not re.search(r"[=()'\"_:+*<>{}|]|\bfor\b|\b[a-z]\b(?!\.)", rest)


def prose(path: Path) -> Iterator[str]:
    """Yield the docstrings and the comments of a file."""
    text = path.read_text(encoding="utf8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def known_as(reference: str, known: Collection[str]) -> str:
    """Return the name in the list of a citation: a chapter cited as 13 may stand there as 13.0."""
    return (
        f"{reference}.0" if "." not in reference and reference not in known and f"{reference}.0" in known else reference
    )


def in_brackets(text: str, known: Collection[str], *, chapters: bool) -> Iterator[str]:
    """Yield what a text cites in square brackets; with `chapters` whole numbers too, where they are chapters."""
    for group in filter(is_citation, BRACKETS.findall(text)):
        for one in references(group):
            if not one.isdigit():
                yield one
            elif chapters and known_as(one, known) in known:
                yield known_as(one, known)


@cache
def cited(path: Path, known: frozenset[str]) -> frozenset[str]:
    """Return the rules that a file of the house cites: in brackets, or alone in a field."""
    text = path.read_text(encoding="utf8")
    whole = set(in_brackets(text, known, chapters=False))
    told = {one for part in prose(path) for one in in_brackets(part.split(">>>")[0], known, chapters=True)}
    return frozenset(whole | told | set(in_fields(text, known)))


def in_fields(text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the rules that stand alone in a string: those of a phase, of a finding, of a system."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 120:
            parts = re.split(r"[,;]\s*", node.value)
            names = [known_as(one, known) for part in parts for one in references(part)]
            if names and all(one in known for one in (*parts, *names)) and any("." in p or " " in p for p in parts):
                yield from names


@cache
def cited_in_tests(path: Path, known: frozenset[str]) -> frozenset[str]:
    """Return the known rules that a file of tests cites: in brackets, in quotes, and in its docstrings and comments."""
    text = path.read_text(encoding="utf8")
    told = {known_as(one, known) for part in prose(path) for one in references(part) if not one.isdigit()}
    quoted = {one for one in re.findall(r'"([^"\n]{3,60})"', text) if one in known}
    return (cited(path, known) | told | quoted) & known | frozenset(one for one in told if one.startswith("p. "))


@cache
def cited_in_doctests(path: Path, known: frozenset[str]) -> frozenset[str]:
    """Return the rules that docstrings cite which show their rule at work in a doctest."""
    docs = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
    ]
    return frozenset(
        one for doc in docs if ">>>" in doc for one in in_brackets(doc.split(">>>")[0], known, chapters=True)
    )


@cache
def cited_in_examples(path: Path) -> frozenset[str]:
    """Return the rules that the worked examples of a book are given for."""
    examples = tomllib.loads(path.read_text(encoding="utf8"))["example"]
    return frozenset(one for example in examples for one in references(str(example["rule"])))


def holds(rule: str, found: Collection[str]) -> bool:
    """Whether citations hold a rule: its number, or its page, which holds the headings of that page.

    >>> holds("p. 14 opportunity fire", {"p. 14"}), holds("p. 14 leaders", {"p. 14 opportunity fire"})
    (True, False)
    """
    if not rule.startswith("p. "):
        return rule in found
    page = " ".join(rule.split(" ")[:2])
    return page in found or any(one.startswith(rule) for one in found)


def exists(reference: str, known: Collection[str]) -> bool:
    """Whether a citation is of a rule in the list: the rule, a part of one, or the head of several."""
    if reference.startswith("p. "):
        page = " ".join(reference.split(" ")[:2])
        return any(one == page or one.startswith(f"{page} ") for one in known)
    return reference in known or any(one.startswith(f"{reference}.") for one in known)
