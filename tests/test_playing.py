"""The guides for players name every command, and only buttons that exist."""

import re
from pathlib import Path
from typing import Final

from bot.commands import all_commands
from bot.discord_io.translator import option_names
from bot.text.i18n import ALL_LANGUAGES, ENGLISH, use_language
from rules.order_meaning import Change
from tests.support.for_each import for_each
from tests.support.language_check import COMPLETE, messages

ROOT: Final = Path(__file__).parents[1]
GUIDES: Final = {ENGLISH: ROOT / "docs/playing.md"} | {
    folder.name: guide
    for folder in sorted((ROOT / "docs").iterdir())
    if folder.name in ALL_LANGUAGES
    for guide in folder.glob("*.md")
}
"""The guide of each language that has one: ``docs/fr/jouer.md``."""
TRANSLATED_GUIDES: Final = [language for language in GUIDES if language != ENGLISH]
BUTTON: Final = re.compile(r"(?<!\*)\*(?![\s*])([^*|]+?)\*(?!\*)")
"""A label in italics; bold text is none."""


def text(language: str) -> str:
    return GUIDES[language].read_text("utf-8")


def quoted_labels(language: str) -> set[str]:
    return {re.sub(r"\s+", " ", label) for label in BUTTON.findall(text(language))}


def known_labels(language: str) -> dict[str, str]:
    """Every English label that a player may read on a button or a menu, and its translation."""
    return {
        message.id: re.sub(r"\s+", " ", message.id if language == ENGLISH else message.string)
        for message in messages(TRANSLATED_GUIDES[0] if language == ENGLISH else language)
        if isinstance(message.id, str) and isinstance(message.string, str)
    }


def tables(language: str) -> list[list[str]]:
    """The rows of each table of a guide."""
    return [part.splitlines() for part in text(language).split("\n\n") if part.startswith("|")]


@for_each("language", GUIDES)
def test_guide_names_every_command_and_no_other(language: str) -> None:
    named = set(re.findall(r"`/([a-z]+)", text(language)))
    assert named == {command.name for command in all_commands()}


@for_each("language", GUIDES)
def test_each_button_that_a_guide_quotes_is_in_the_catalogue(language: str) -> None:
    assert len(quoted_labels(language)) > 50
    assert not sorted(quoted_labels(language) - {*known_labels(language).values()})


@for_each("language", TRANSLATED_GUIDES)
def test_translated_guide_quotes_the_buttons_of_the_english_one(language: str) -> None:
    known = known_labels(language)
    assert {known[label] for label in quoted_labels(ENGLISH)} == quoted_labels(language)


@for_each("language", COMPLETE)
def test_each_complete_language_has_a_guide(language: str) -> None:
    assert language in GUIDES


@for_each("language", GUIDES)
def test_every_option_of_new_is_explained(language: str) -> None:
    [new] = [command for command in all_commands() if command.name == "new"]
    with use_language(language):
        names = {option_names()[option.name]() for option in new.parameters}
    assert not {name for name in names if f"`{name}`" not in text(language)}


@for_each("language", GUIDES)
def test_each_reason_why_an_order_is_void_is_a_row_of_the_guide(language: str) -> None:
    [place] = [n for n, table in enumerate(tables(ENGLISH)) if "what has changed" in table[0]]
    _head, _line, *rows = tables(language)[place]
    assert len(rows) == 1 + len(Change), "one more: the move was not possible then"
