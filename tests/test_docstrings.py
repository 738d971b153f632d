"""Docstrings open with what they say: an imperative or a noun phrase, no headless clause."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("bot", "storage", "renderer", "rules", "tools", "tests")
HEADLESS: Final = re.compile(
    r"(Who|What|Whose|Whom|Whoever|Whatever|Whether|Of|That|Those who|How|Which|As|Where|So|When) "
)
"""Words that open a clause without its noun: name the person or thing, say `Return True if …`."""

OPENED: Final = re.compile(r"[\"'](\\\n)?" + HEADLESS.pattern)
"""A string that may open with a headless clause; a file without one need not be parsed."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, its constants' included, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, text


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_opens_with_a_headless_clause(package: str) -> None:
    riddles = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in sorted((ROOT / package).rglob("*.py"))
        if OPENED.search(source := path.read_text("utf-8"))
        for line, text in docstrings(ast.parse(source))
        if HEADLESS.match(text)
    ]
    assert not riddles, "\n".join(riddles)


def test_check_finds_a_headless_clause() -> None:
    source = 'def f():\n    """Whether it is so."""\nX = 1\n"""What it is."""\n'
    assert OPENED.search(source)
    headless = {text for _, text in docstrings(ast.parse(source)) if HEADLESS.match(text)}
    assert headless == {"Whether it is so.", "What it is."}
