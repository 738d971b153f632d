"""Who may do what: a module for each group of commands and buttons; `test_who_may.py` gathers them.

A module may define ``EXPECTED`` and ``PRESSED`` (by situation, what a command or button answers),
``EVERYWHERE`` and ``PRESSED_EVERYWHERE`` (the same in all situations that do not say otherwise),
``OPTIONS`` (of commands, or what gives them in a world), ``ACTIONS`` (the custom ids of buttons)
and ``SITUATIONS``.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

MAY: Final = "-> may"
"""It is done, which other tests hold."""
TOLD: Final = "-> told"
"""There is an answer, which other tests hold."""


def each(names: Iterable[str], answer: str) -> dict[str, str]:
    """The same answer for several commands or buttons."""
    return dict.fromkeys(names, answer)


def gathered(name: str) -> dict[str, Any]:
    """What all modules say under a name, together."""
    found: dict[str, Any] = {}
    for said in _said(name):
        assert not set(said) & set(found), f"{name} is said twice: {set(said) & set(found)}"
        found |= said
    return found


def by_situation(
    own: Mapping[str, Mapping[str, str]], name: str, everywhere: str
) -> dict[str, dict[str, str]]:
    """The answers of ``own`` and of all modules, by situation."""
    answers = {situation: {**gathered(everywhere), **said} for situation, said in own.items()}
    for said in _said(name):
        for situation, more in said.items():
            answers.setdefault(situation, dict(gathered(everywhere))).update(more)
    return answers


def _said(name: str) -> Iterator[dict[str, Any]]:
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda each: each.name):
        yield getattr(import_module(f"{__name__}.{module.name}"), name, {})
