"""Mark all but the first parameters of a test as slow; `make test-all` runs them too."""

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
