"""The answer of a study of a system spans the exact headlines of its settings."""

from dataclasses import replace

from analysis.lab.settings import answered, settings_frame, settings_of
from analysis.studies.study import find_study
from analysis.systems.ask import ask

STUDY = find_study("inferno_clock")


def test_every_setting_is_asked_for_itself() -> None:
    found = settings_of(STUDY)
    assert len(found) == len(STUDY.cells()) == 9
    alone = ask("inferno_on_the_volga", "clock", {"first_loss": 13}, {"german": "leave_one"}, spans=False)
    assert dict(found)["german leave_one, first_loss 13"] == alone.headline
    frame = settings_frame(STUDY)
    assert frame["value"].is_sorted()
    assert frame["name"][0] == min(found, key=lambda one: one[1])[0]


def test_the_span_holds_every_setting_and_the_headline() -> None:
    said, value, low, high, basis = answered(STUDY)
    headlines = [headline for _, headline in settings_of(STUDY)]
    assert (low, high) == (min(*headlines, value), max(*headlines, value))
    assert "over the study's 9 settings, from" in said
    assert basis == "assumed"


def test_a_single_setting_has_no_span() -> None:
    asked = ask("inferno_on_the_volga", "clock", spans=False)
    grid = {"first_loss": (asked.factors["first_loss"],)}
    alone = replace(STUDY, policies={side: (name,) for side, name in asked.policies.items()}, grid=grid)
    said, value, low, high, _ = answered(alone)
    assert low == value == high == asked.headline
    assert "settings" not in said
