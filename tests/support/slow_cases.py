"""Parameters of which only the first are fast: `make test-all` runs the others too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def rest_slow(values: Iterable[Any], fast: int = 1) -> list[Any]:
    """Mark all but the first values as slow; a tuple is the arguments of one test."""
    return [
        value
        if number < fast
        else pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow
        )
        for number, value in enumerate(values)
    ]
