"""Long comparisons: a seeded sample of their cases by default, all of them under the marker `verification`."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

Chosen = Callable[[Iterable[Any], int], list[Any]]


@pytest.fixture(params=[pytest.param(False, id="some"), pytest.param(True, id="all", marks=pytest.mark.verification)])
def chosen(request: pytest.FixtureRequest) -> Chosen:
    """Return what takes so many of some cases, in their order, always the same ones; all of them in `make verify`."""
    random = Random(f"{request.node.originalname}")

    def take(cases: Iterable[Any], some: int) -> list[Any]:
        every = list(cases)
        if request.param or some >= len(every):
            return every
        return [every[at] for at in sorted(random.sample(range(len(every)), some))]

    return take
