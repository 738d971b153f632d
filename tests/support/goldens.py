"""Golden texts: output of the program as it was last reviewed.

After an intended change ``UPDATE_GOLDENS=1 pytest …`` writes them anew; review the diff.
"""

import difflib
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from re import Pattern
from types import FunctionType
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
DIFFERENCE_LINES: Final = 20
"""The most lines of a difference that are shown; the whole one is in git's diff."""


def assert_golden(path: Path, lines: Iterable[str]) -> None:
    """Compare lines with a golden text, or write it if ``UPDATE_GOLDENS`` is set."""
    text = "\n".join([*lines, ""])
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    reviewed = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    unified = list(difflib.unified_diff(reviewed, text.splitlines(), lineterm="", n=0))[2:]
    difference = [line for line in unified if not line.startswith("@@")]
    if difference:
        more = len(difference) - DIFFERENCE_LINES
        shown = [*difference[:DIFFERENCE_LINES], *([f"… {more} lines more"] if more > 0 else [])]
        pytest.fail(
            f"{path.relative_to(ROOT)} has another text (- reviewed, + now). If you meant it, run"
            " this test again with UPDATE_GOLDENS=1 and review the diff.\n" + "\n".join(shown),
            pytrace=False,
        )


def plain(value: object) -> str:
    """Write a value on one line: dataclasses by their fields, sets sorted, floats rounded."""
    match value:
        case Enum():
            return str(value.value)
        case type() | FunctionType():
            return value.__name__
        case Pattern(pattern=text):
            return str(text)
        case float():
            return f"{value:.3f}"
        case str() | int() | None:
            return str(value)
        case Mapping():
            return "{" + ", ".join(f"{plain(k)}: {plain(v)}" for k, v in value.items()) + "}"
        case frozenset():
            return "{" + " ".join(sorted(map(plain, value))) + "}"
        case Iterable():
            return "(" + " ".join(map(plain, value)) + ")"
        case _ if is_dataclass(value):
            listed = (plain(getattr(value, field.name)) for field in fields(value))
            return f"{type(value).__name__}({', '.join(listed)})"
        case _:
            raise TypeError(f"{value!r} has no plain text")
