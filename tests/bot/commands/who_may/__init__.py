"""Permissions: a module for each group of commands and buttons; `test_who_may.py` tries them.

A module may define ``EXPECTED`` and ``PRESSED`` (by situation, what a command or button answers),
``EVERYWHERE`` and ``PRESSED_EVERYWHERE`` (the same in all situations that do not say otherwise),
``OPTIONS`` (of commands, or what gives them in a world), ``ACTIONS`` (the custom ids of buttons),
``BUTTON_LABELS`` (of these buttons) and ``WITHOUT_GAME`` (the buttons that are about no game).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

WRITES_LOG: Final = "-> writes the log"
"""It writes to the log of a table."""
DONE_AT_ONCE: Final = "-> done at once"
"""It is done at once, which other tests check: a replay, an invitation, a question removed."""
ANSWERED: Final = "-> answered"
"""It is answered, which other tests check, and changes no game."""


def same_answer(names: Iterable[str], answer: str) -> dict[str, str]:
    """The same answer for several commands or buttons."""
    return dict.fromkeys(names, answer)


def among(*said: tuple[Iterable[str], Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The answers by situation, of what is said about several; what comes later goes before."""
    by_situation: dict[str, dict[str, str]] = {}
    for situations, answers in said:
        for situation in situations:
            by_situation.setdefault(situation, {}).update(answers)
    return by_situation


def gathered(name: str) -> dict[str, Any]:
    """Merge the values of a name over all modules."""
    answers: dict[str, Any] = {}
    for said in _said(name):
        assert not set(said) & set(answers), f"{name} is said twice: {set(said) & set(answers)}"
        answers |= said
    return answers


def by_situation(
    situations: Iterable[str], name: str, everywhere: str
) -> dict[str, dict[str, str]]:
    """The answers of all modules, by situation."""
    answers: dict[str, dict[str, str]] = {}
    for situation in situations:
        own: dict[str, str] = {}
        for said in _said(name):
            more = said.get(situation, {})
            assert not set(more) & set(own), f"{situation}: {set(more) & set(own)} is said twice"
            own |= more
        answers[situation] = {**gathered(everywhere), **own}
    return answers


def _said(name: str) -> Iterator[dict[str, Any]]:
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module_info: module_info.name):
        yield getattr(import_module(f"{__name__}.{module.name}"), name, {})
