"""Whatever is written into a file, it is taken or refused in one line: no traceback, no hang, no wrong row."""

import time
from pathlib import Path
from random import Random

import pytest

from sim.border import is_control, one_line
from sim.errors import BorderError, GameError
from tests.analysis.commands import kessel
from tests.analysis.safety.hostile import Format, formats, hostile, position
from tests.analysis.safety.hostile_lab import lab_formats

SECONDS = 2.0


def tried(known: list[Format], folder: Path, seeds: range) -> int:
    """Try every seed on a format in turn; return how many inputs were refused."""
    refused = 0
    for seed in seeds:
        form = known[seed % len(known)]
        data, is_wrong = hostile(form.text, Random(seed))
        is_wrong = is_wrong and form.name != "parts.jsonl"  # the journal says nothing where it is damaged
        path = folder / "given"
        path.write_bytes(data)
        start = time.process_time()
        try:
            form.read(path)
        except (BorderError, GameError) as error:
            refused += 1
            line = one_line(str(error))
            assert line, f"seed {seed}, {form.name}"
            assert "\n" not in line, f"seed {seed}, {form.name}"
            assert len(line) < 300, f"seed {seed}, {form.name}"
            assert not any(map(is_control, line)), f"seed {seed}, {form.name}"
        except Exception as error:
            raise AssertionError(f"seed {seed}, {form.name}: {type(error).__name__}: {str(error)[:300]}") from error
        else:
            assert not is_wrong, f"seed {seed}, {form.name}: taken"
        assert time.process_time() - start < SECONDS, f"seed {seed}, {form.name}: slow"
    return refused


def outcome(form: Format, path: Path) -> str:
    """Return why a file is refused, nothing if it is taken."""
    try:
        form.read(path)
    except (BorderError, GameError) as error:
        return one_line(str(error)) or "refused without a word"
    return ""


def test_some_hostile_inputs(tmp_path: Path) -> None:
    assert tried(formats(tmp_path), tmp_path, range(150)) > 75


@pytest.mark.verification
def test_hostile_inputs(tmp_path: Path) -> None:
    assert tried([*formats(tmp_path), position()], tmp_path, range(150, 2_650)) > 1_250


def test_what_the_lab_takes_is_valid_before_it_is_spoiled(tmp_path: Path) -> None:
    for form in lab_formats():
        (tmp_path / "given").write_text(form.text, encoding="utf8")
        form.read(tmp_path / "given")


def test_some_hostile_inputs_of_the_lab(tmp_path: Path) -> None:
    assert tried(lab_formats(), tmp_path, range(40)) > 15


@pytest.mark.verification
def test_hostile_inputs_of_the_lab(tmp_path: Path) -> None:
    assert tried(lab_formats(), tmp_path, range(40, 1_040)) > 400


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    names = {"crt.csv", "column_shifts.csv", "study", "plan", "luck", "chat", "policies", "crt.toml"}
    known = {form.name: form for form in formats(tmp_path) if form.name in names}
    assert set(known) == names
    for form in known.values():
        marked, plain = (tmp_path / name for name in ("marked", "plain"))
        marked.write_bytes(b"\xef\xbb\xbf" + form.text.encode())
        plain.write_bytes(form.text.encode())
        assert outcome(form, marked) == outcome(form, plain) == "", form.name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("track", "leningrad", "forts", "--set", "near_from=²"), "'²' is not a whole number; expected one in plain"),
        (("track", "leningrad", "forts", "--set", "near_from=5", "--set", "near_from=6"), "is given twice"),
        (("plan", "leningrad", "--target", "a:defense=4", "--attacker", "b:attack=9", "--at-least", "1e99999999"),
         "--at-least is '1e99999999'"),
        (("luck", "leningrad", "/dev/zero"), "a device or pipe"),
        (("odds", "leningrad", "--attack", "9" * 5_000, "--defense", "4"), "attack is '9999"),
        (("odds", "leningrad", "--attack", "[/]", "--defense", "4"), "attack is '[/]'"),
        (("odds", "[/red]"), "no game '[/red]'"),
        (("odds", "\x1b[31m"), "holds a control character"),
        (("run", "pocket", "--jobs", "100000"), "expected a number of processes from 1 to"),
    ],
)  # fmt: skip
def test_the_command_line_answers_in_one_line(words: tuple[str, ...], said: str) -> None:
    done = kessel(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stderr) < 300
    assert "\x1b" not in done.stderr
