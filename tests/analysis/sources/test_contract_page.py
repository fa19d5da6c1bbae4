"""The page of what a game may define: it is that of the code, and leaves nothing out."""

from dataclasses import is_dataclass

import pytest

from analysis.sources.contract import contract_page, described
from sim import combat, crt, fight, system
from tests.tree import ROOT


def test_the_page_is_that_of_the_dataclasses() -> None:
    written = (ROOT / "docs" / "contract.md").read_text(encoding="utf8")
    assert written == contract_page(), (
        "out of date; write it anew with: python -m analysis.sources.contract > docs/contract.md"
    )


@pytest.mark.parametrize("module", [combat, fight, crt, system], ids=lambda module: module.__name__)
def test_every_value_of_the_contract_is_on_the_page(module: object) -> None:
    own = {
        one
        for one in vars(module).values()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == vars(module)["__name__"]
    }
    assert own - {system.Inquiry} <= described()  # an inquiry is the part that systems and courses share


def test_every_field_is_explained_by_a_docstring() -> None:
    assert all((held.__doc__ or "").endswith((".", ".\n    ", "`.")) for held in described())
