"""The guides for players name every command, and only buttons that exist."""

import re
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

from bot.commands import all_commands
from bot.discord_io.translator import option_names
from bot.text.i18n import use_language
from rules.order_meaning import Change
from tests.support.for_each import for_each

ROOT: Final = Path(__file__).parents[1]
GUIDES: Final = {"en": "docs/playing.md", "fr": "docs/fr/jouer.md"}
CATALOGUE: Final = ROOT / "bot/locale/fr/LC_MESSAGES/messages.po"
BUTTON: Final = re.compile(r"(?<!\*)\*(?![\s*])([^*|]+?)\*(?!\*)")
"""A label in italics; bold text is none."""
NO_BUTTONS: Final = {"like this", "comme ceci"}


def text(language: str) -> str:
    return (ROOT / GUIDES[language]).read_text("utf-8")


def labels(language: str) -> set[str]:
    """Every label that a player may read on a button or a menu, and more."""
    with CATALOGUE.open("rb") as file:
        pairs = [
            (message.id, message.string)
            for message in read_po(file)
            if isinstance(message.id, str) and isinstance(message.string, str)
        ]
    return {pair[0] if language == "en" else pair[1] for pair in pairs}


@for_each("language", GUIDES)
def test_guide_names_every_command_and_no_other(language: str) -> None:
    named = set(re.findall(r"`/([a-z]+)", text(language)))
    assert named == {command.name for command in all_commands()}


@for_each("language", GUIDES)
def test_each_button_that_a_guide_quotes_is_in_the_catalogue(language: str) -> None:
    quoted = {re.sub(r"\s+", " ", label) for label in BUTTON.findall(text(language))}
    plain = {re.sub(r"\s+", " ", label) for label in labels(language)}
    assert len(quoted) > 50
    assert not sorted(quoted - plain - NO_BUTTONS)


def test_guides_in_both_languages_quote_the_same_buttons() -> None:
    with CATALOGUE.open("rb") as file:
        french = {message.id: message.string for message in read_po(file) if message.id}
    english = {re.sub(r"\s+", " ", label) for label in BUTTON.findall(text("en"))} - NO_BUTTONS
    quoted = {re.sub(r"\s+", " ", label) for label in BUTTON.findall(text("fr"))} - NO_BUTTONS
    assert {re.sub(r"\s+", " ", str(french[label])) for label in english} == quoted


@for_each("language", GUIDES)
def test_every_option_of_new_is_explained(language: str) -> None:
    [new] = [command for command in all_commands() if command.name == "new"]
    with use_language(language):
        names = {option_names()[option.name]() for option in new.parameters}
    assert not {name for name in names if f"`{name}`" not in text(language)}


@for_each(("language", "head"), [("en", "what has changed"), ("fr", "ce qui a changé")])
def test_each_reason_why_an_order_is_void_is_a_row_of_the_guide(language: str, head: str) -> None:
    [table] = [part for part in text(language).split("\n\n") if part.startswith(f"| {head} |")]
    _head, _line, *rows = table.splitlines()
    assert len(rows) == 1 + len(Change), "one more: the move was not possible then"
