"""Bad studies get a message with file, key, value and what was expected."""

from pathlib import Path

import pytest

from analysis.errors import KesselError
from analysis.studies.study import find_study, load_study, shipped_studies, sound_studies, studies_of

GOOD = """
id = "t"
question = "why?"
game = "stalingrad_roads"
system = "pocket"
games = 10
seed = 1
[policies]
soviet = ["press", "starve"]
[grid]
vvs = [0, 1, 2]
[ranges]
gumrak_falls = [3, 9]
"""


def study_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf8")
    return path


def test_a_study_is_every_combination(tmp_path: Path) -> None:
    study = load_study(study_file(tmp_path, GOOD))
    assert [(c.policies["soviet"], c.factors["vvs"]) for c in study.cells()] == [
        (soviet, vvs) for soviet in ("press", "starve") for vvs in (0, 1, 2)
    ]
    assert study.policies["axis"] == ("hold",)


@pytest.mark.parametrize("name", sorted(shipped_studies()))
def test_shipped_studies_are_in_order_and_named_as_their_file(name: str) -> None:
    assert find_study(name).id == name


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 1", "", r"t\.toml: key 'seed' is missing"),
        ("seed = 1", "sede = 1\nseed = 1", r"key 'sede' is not known; expected .*'?seed"),
        ("seed = 1", "seed = -1", r"key 'seed': -1; expected a whole number from 0"),
        ("games = 10", "games = 0", r"key 'games': 0; expected a whole number from 1"),
        ("games = 10", "games = 1.5", r"key 'games': 1\.5; expected a whole number"),
        ("games = 10", 'games = "10"', r"key 'games': '10'; expected a whole number"),
        ('"stalingrad_roads"', '"chess"', r"key 'game' is 'chess'; expected one of .*stalingrad_roads"),
        ('"stalingrad_roads"', '"donnerschlag"', r"key 'system' is 'pocket'; expected one of"),
        ('"pocket"', '"poket"', r"key 'system' is 'poket'; expected one of .*pocket"),
        ('"press"', '"pres"', r"key 'policies\.soviet': 'pres'; expected one of press"),
        ('"press", "starve"', '["press"]', r"key 'policies\.soviet': \['press'\]; expected one of press"),
        ("soviet =", "sovjet =", r"key 'policies\.sovjet': no such side; expected one of"),
        ("[0, 1, 2]", "[0, 3]", r"key 'grid\.vvs': 3; expected a whole number from 0 to 2"),
        ("[0, 1, 2]", "[]", r"key 'grid\.vvs': \[\]; expected a list with at least one"),
        ("[0, 1, 2]", "[1, 1]", r"key 'grid\.vvs': \[1, 1\]; an entry stands twice"),
        ("vvs", "vws", r"key 'grid\.vws': no such factor; expected one of"),
        ("[3, 9]", "[9, 3]", r"key 'ranges\.gumrak_falls': \[9, 3\]; expected \[low, high\] with"),
        ("[3, 9]", "[3]", r"key 'ranges\.gumrak_falls': \[3\]; expected \[low, high\]"),
        ("gumrak_falls", "vvs", r"key 'ranges\.vvs': the factor stands in \[grid\] as well|expected"),
        ("[grid]", "grid = 3\n[gird]", r"not known|expected a table"),
        ('id = "t"', 'id = "../t"', r"key 'id' is '\.\./t'; expected letters"),
        ('id = "t"', "id = ", r"t\.toml: not TOML"),
        ("size", "size", ""),
    ][:-1],
)
def test_a_bad_study_is_refused_in_words(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(KesselError, match=message):
        load_study(study_file(tmp_path, GOOD.replace(old, new, 1)))


def test_games_and_seed_may_be_overruled_within_bounds() -> None:
    assert find_study("pocket", games=7, seed=3).games == 7
    with pytest.raises(KesselError, match=r"--games: 0; expected a whole number from 1"):
        find_study("pocket", games=0)
    with pytest.raises(KesselError, match=r"no study 'x'; expected a file or one of .*pocket"):
        find_study("x")


def test_a_study_of_ones_own_may_not_take_a_shipped_name(tmp_path: Path) -> None:
    path = study_file(tmp_path, GOOD.replace('id = "t"', 'id = "pocket"'))
    with pytest.raises(KesselError, match="key 'id' is 'pocket', the name of a shipped study; expected another"):
        find_study(str(path))


def test_older_files_say_scenario_and_none_says_both(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(GOOD, encoding="utf8")
    study = load_study(path)
    path.write_text(GOOD.replace('system = "pocket"', 'scenario = "pocket"'), encoding="utf8")
    assert load_study(path) == study
    path.write_text(GOOD.replace('system = "pocket"', 'system = "pocket"\nscenario = "pocket"'), encoding="utf8")
    with pytest.raises(KesselError, match="'scenario' says again what 'system' says; expected one of the two"):
        load_study(path)


def test_two_studies_of_one_name_are_refused_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in ("leningrad", "stalingrad_roads"):
        (tmp_path / game / "studies").mkdir(parents=True)
        (tmp_path / game / "studies" / "twin.toml").write_text(GOOD, encoding="utf8")
    studies = tmp_path / "leningrad" / "studies"
    (studies / "sound.toml").write_text(GOOD, encoding="utf8")
    (studies / "broken.toml").write_text("id = \n", encoding="utf8")
    monkeypatch.setattr("analysis.studies.study.GAMES", tmp_path)
    assert list(sound_studies()) == ["sound"]
    assert list(shipped_studies()) == ["broken", "sound"]
    twin, broken = sorted(capsys.readouterr().err.splitlines(), reverse=True)
    assert twin.startswith("kessel: study twin is left out: two studies are called 'twin', of leningrad, stalingrad_ro")
    assert broken.startswith("kessel: study broken is left out: ")
    assert "not TOML" in broken
    with pytest.raises(KesselError, match="two studies are called 'twin', of leningrad, stalingrad_roads"):
        find_study("twin")
    with pytest.raises(KesselError, match=r"broken\.toml: not TOML"):
        find_study("broken")
    assert find_study("sound").system == "pocket"
    assert studies_of("leningrad", "pocket") == ["sound"]
