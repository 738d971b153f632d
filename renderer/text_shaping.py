"""Reorder and join letters for drawing: right to left, Arabic forms, vowels before a cluster.

This is the small part of text shaping that names need, and it is the same on every machine; a
system's own libraries differ.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

_PRESENTATION_FORMS: Final = (*range(0xFB50, 0xFC00), *range(0xFE70, 0xFEFD))
"""The Unicode range of Arabic presentation forms."""

_VOWEL_BEFORE_CLUSTER: Final = re.compile(
    "((?:[\u0915-\u0939]\u093c?\u094d)*[\u0915-\u0939]\u093c?)\u093f"
)
"""A Devanagari cluster with the vowel sign that is drawn before it."""

_BRACKETS: Final = "()[]{}<>«»"
_MIRRORED: Final = str.maketrans(_BRACKETS, ")(][}{><»«")


def _forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        kind, _, bases = unicodedata.decomposition(chr(code)).partition("> ")
        letters = "".join(chr(int(one, 16)) for one in bases.split())
        if letters and " " not in letters:
            forms.setdefault(letters, {})[kind[1:]] = chr(code)
    return forms


_FORMS: Final = _forms()
_LIGATURES: Final = frozenset(both for both in _FORMS if len(both) == 2 and both[0] == "\u0644")
"""The ligatures of lam with an alef, two letters drawn as one."""


def visual_order(text: str) -> str:
    """Put a line into drawing order from left to right, by its first strong letter."""
    text = _VOWEL_BEFORE_CLUSTER.sub("\u093f\\1", text)
    if not any(map(_is_right_to_left, text)):
        return text
    bare = [letter for letter in text if unicodedata.bidirectional(letter) != "NSM"]
    letters = join_arabic_letters("".join(bare).replace("\u0640", ""))
    levels = _levels(letters)
    runs = [(level, "".join(c for c, _ in run)) for level, run in _runs(letters, levels)]
    for least in range(max(levels), 0, -1):
        runs = list(_reverse_runs(runs, least))
    return "".join(run[::-1].translate(_MIRRORED) if level % 2 else run for level, run in runs)


def join_arabic_letters(text: str) -> str:
    """Replace Arabic letters by the forms they have beside each other."""
    letters: list[str] = []
    for letter in text:
        if letters and letters[-1] + letter in _LIGATURES:
            letters[-1] += letter
        else:
            letters.append(letter)
    out = []
    for n, letter in enumerate(letters):
        forms = _FORMS.get(letter, {})
        before = n > 0 and "initial" in _FORMS.get(letters[n - 1], {}) and "final" in forms
        after = (
            "initial" in forms
            and n + 1 < len(letters)
            and "final" in _FORMS.get(letters[n + 1], {})
        )
        kind = ("isolated", "initial", "final", "medial")[2 * before + after]
        # more fonts have the plain letter than its isolated form
        alone = kind == "isolated" and len(letter) == 1
        out.append(letter if alone else forms.get(kind, letter))
    return "".join(out)


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _levels(text: str) -> list[int]:
    """The level of each letter: 0 or 2 if it runs to the right in the line, 1 if to the left."""
    kinds = [unicodedata.bidirectional(letter) for letter in text]
    strong = [kind for kind in kinds if kind in ("L", "R", "AL")]
    base = int(strong[0] != "L")
    sides: list[int | None] = []
    last = base
    for letter, kind in zip(text, kinds, strict=True):
        if kind in ("L", "R", "AL"):
            last = int(kind != "L")
            sides.append(last)
        elif kind in ("EN", "AN"):
            sides.append(2 * last)
        else:
            sides.append(base if letter in _BRACKETS else None)
    levels: list[int] = []
    for n, side in enumerate(sides):
        if side is None:
            # neutral characters take the direction of their neighbours if these agree
            before = next((s for s in reversed(sides[:n]) if s is not None), base)
            after = next((s for s in sides[n:] if s is not None), base)
            side = min(before, 1) if min(before, 1) == min(after, 1) else base
        levels.append(2 if base and side == 0 else side)
    return levels


def _runs(text: str, levels: Sequence[int]) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    pairs = zip(text, levels, strict=True)
    return ((level, list(run)) for level, run in groupby(pairs, key=lambda pair: pair[1]))


def _reverse_runs(runs: Sequence[tuple[int, str]], least: int) -> Iterator[tuple[int, str]]:
    """The runs with those of a level and above in reverse order."""
    for high, alike in groupby(runs, key=lambda run: run[0] >= least):
        some = list(alike)
        yield from some[::-1] if high else some
