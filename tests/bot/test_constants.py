"""The constants of tables and policies: settings, durations, limits."""

import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path

import bot
from bot.text.i18n import LANGUAGES
from tests.support.constants import constant_lines
from tests.support.goldens import assert_golden

RULED = r"bot\.table\.|bot\.\w+\.policy$|bot\.statistics\.results$|bot\.runtime\.server_posts$"
"""The modules of tables and policies."""


def is_written(value: object) -> bool:
    """Return True for numbers and words, values made of them, and patterns."""
    match value:
        case str() | int() | float() | re.Pattern():
            return True
        case Mapping():
            return all(map(is_written, value.values()))
        case tuple() | frozenset():
            return all(map(is_written, value))
    return is_dataclass(value) and not isinstance(value, type)


def test_numbers_and_words_of_tables_are_changed_on_purpose_only() -> None:
    languages = ", ".join(f"{code}: {name}" for code, name in LANGUAGES.items())
    lines = [
        line.replace(f"{{{languages}}}", "{each language}")
        for line in constant_lines(bot, is_written, RULED)
    ]
    assert len(lines) > 60
    assert_golden(Path(__file__).parent / "goldens" / "constants.txt", lines)
