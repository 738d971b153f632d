"""The message catalogues: complete, without unused messages, within Discord's limits."""

import ast
import random
import re
import string
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file

from bot.discord_io.translator import Translator, option_names
from bot.lobby.commands import LEVEL_CHOICES
from bot.parts import PART_WORDS
from bot.serve import make_app
from bot.text.i18n import ALL_LANGUAGES, LANGUAGES
from tests.support.for_each import for_each
from tests.support.language_check import (
    AS_THEY_ARE,
    COMPLETE,
    TRANSLATED,
    catalogue,
    corrected,
    forms,
    messages,
    slips,
)
from tests.support.world import config

ROOT: Final = Path(__file__).parents[3]
SOURCES: Final = sorted(chain(*((ROOT / house).rglob("*.py") for house in ("bot", "rules"))))

MARKS: Final = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2}
"""Functions that mark messages, with their number of message arguments."""

CALL: Final = re.compile(rf"\b({'|'.join({*MARKS, *DEFAULT_KEYWORDS})})\s*\(")
"""A call of one of them, or of a function that Babel knows: other sources need not be parsed."""

NAME: Final = re.compile(r"[\w-]{1,32}")
DESCRIPTION: Final = range(1, 101)
MANY: Final = 25
"""Options of a command and choices of an option that Discord takes."""

Key: TypeAlias = tuple[str | None, str | tuple[str, ...]]


@cache
def extracted() -> set[Key]:
    """The messages that Babel finds in the sources."""
    keys: set[Key] = set()
    for path in SOURCES:
        if not CALL.search(path.read_text("utf-8")):
            continue
        for _line, words, _comments, context in extract_from_file("python", str(path)):
            keys.add((context, words if isinstance(words, str) else tuple(words)))
    return keys


@cache
def marked(path: Path) -> Sequence[tuple[str, list[ast.expr], int]]:
    """The calls in a source that mark messages: by what, the words, the line."""
    source = path.read_text("utf-8")
    return [
        (node.func.id, node.args[: MARKS[node.func.id]], node.lineno)
        for node in (ast.walk(ast.parse(source)) if CALL.search(source) else ())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS
    ]


def placeholders(text: str) -> set[str]:
    return {
        name for _text, name, _spec, _turn in string.Formatter().parse(text) if name is not None
    }


# -- complete -----------------------------------------------------------------------------------


@for_each("language", COMPLETE)
def test_a_catalogue_has_exactly_the_messages_of_the_code(language: str) -> None:
    held = {(message.context, message.id) for message in messages(language)}
    assert held == extracted()


@for_each("language", COMPLETE)
def test_every_message_is_translated_in_all_its_forms(language: str) -> None:
    plurals = catalogue(language).num_plurals
    for message in messages(language):
        assert not message.fuzzy, message.id
        assert all(forms(message.string)), message.id
        assert len(forms(message.string)) == (1 if isinstance(message.id, str) else plurals)


@for_each("language", TRANSLATED)
def test_a_translation_fills_in_the_same_facts(language: str) -> None:
    """The form for one thing may leave its number unsaid: *une tuile*."""
    for message in messages(language):
        if not all(forms(message.string)):
            continue  # It is shown in English.
        wanted = [placeholders(words) for words in forms(message.id)]
        one, *many = forms(message.string)
        unsaid = {"number"} & wanted[0] if many else set()
        assert [placeholders(one) | unsaid] * len(wanted) == wanted, message.id
        for words in many:
            assert [placeholders(words)] * len(wanted) == wanted, message.id


@for_each("language", TRANSLATED)
def test_catalogue_names_its_language_and_plural_rule(language: str) -> None:
    header = ALL_LANGUAGES[language].catalogue.read_text("utf-8").partition("\n\n")[0]
    assert f'"Language: {language}\\n"' in header
    assert "Plural-Forms: nplurals=" in header


def test_messages_are_literal_or_looked_up() -> None:
    """The words are literal, or looked up in what was marked with ``N_``."""
    for path in SOURCES:
        for mark, arguments, line in marked(path):
            looked_up = ast.Name | ast.Attribute | ast.Subscript
            for words in arguments:
                literal = isinstance(words, ast.Constant) and isinstance(words.value, str)
                fine = literal or (mark == "_" and isinstance(words, looked_up))
                assert fine, f"{path.name}:{line}: {ast.unparse(words)}"


def test_babel_finds_every_message_that_is_marked() -> None:
    """It overlooks those inside of an f-string."""
    message_texts = {words for _context, message in extracted() for words in forms(message)}
    for path in SOURCES:
        for mark, arguments, line in marked(path):
            for words in arguments[1:] if mark == "pgettext" else arguments:
                if isinstance(words, ast.Constant):
                    assert words.value in message_texts, f"{path.name}:{line}: {words.value!r}"


# -- typography ---------------------------------------------------------------------------------


@for_each("language", TRANSLATED)
def test_translation_has_no_mistake_of_the_languages_typography(language: str) -> None:
    for message in messages(language):
        for words in forms(message.string):
            found = slips(words, language)
            wanted = re.sub(
                "[\u00a0\u202f]",
                lambda space: f"<U+{ord(space[0]):04X}>",
                corrected(words, language),
            )
            assert not found, f"{language}: {found}; write: {wanted}"


def test_french_has_typographic_apostrophes_and_no_break_spaces() -> None:
    for wrong in ("l'or", "ici: là", "ici : `a:b` !", "« tuile »", "quoi ?!"):
        assert slips(wrong, "fr") and not slips(corrected(wrong, "fr"), "fr"), wrong
    assert not slips("`a:b`", "fr") and corrected("`a:b`", "fr") == "`a:b`"


# -- the product's words ------------------------------------------------------------------------

NOT_PLAYERS_WORDS: Final = re.compile(
    r"\b(lay|lays|laid|lies|figures?|followers?|tables?|gaps?|put away|shall)\b", re.I
)
"""Words of the code for what players call place, meeple, game and space."""


def without_facts(words: str) -> str:
    """Remove placeholders, code, addresses and times from the words of a message."""
    return re.sub(r"\{\w*\}", "", AS_THEY_ARE.sub("", words))


TYPED_WORDS: Final = {topic.words for part in PART_WORDS.values() for topic in part.topics}
"""Messages that players type and never read: the words that topics are looked up by."""


def test_messages_say_game_meeple_space_and_place() -> None:
    for context, message in extracted():
        for words in forms(message):
            if context is None and words not in TYPED_WORDS:
                assert not NOT_PLAYERS_WORDS.search(without_facts(words)), words


@for_each("language", TRANSLATED)
def test_translation_has_no_word_that_its_language_forbids(language: str) -> None:
    """Words for other people than friends, and for things that players call otherwise."""
    forbidden = re.compile(ALL_LANGUAGES[language].style.get("words", "(?!)"))
    for message in messages(language):
        for words in forms(message.string) if message.id not in TYPED_WORDS else ():
            assert not forbidden.search(without_facts(words)), words


# -- the commands -------------------------------------------------------------------------------


async def payloads(folder: Path) -> list[dict[str, Any]]:
    app = make_app(config(folder), random.Random(0))
    translator = Translator()
    try:
        await app.tree.set_translator(translator)
        commands = app.tree.get_commands(type=discord.AppCommandType.chat_input)
        return [await command.get_translated_payload(app.tree, translator) for command in commands]
    finally:
        await app.close()


def said(thing: dict[str, Any], what: str, language: str) -> str:
    """A name or description in a language; the English one where it has none of its own."""
    words = (thing.get(f"{what}_localizations") or {}).get(language, thing[what])
    assert isinstance(words, str)
    return words


@pytest.mark.parametrize("language", LANGUAGES)
async def test_commands_and_options_keep_to_the_limits_of_discord(
    tmp_path: Path, language: str
) -> None:
    for command in await payloads(tmp_path):
        options = command["options"]
        assert NAME.fullmatch(said(command, "name", language))
        assert len(options) <= MANY
        names = [said(option, "name", language) for option in options]
        assert len(set(names)) == len(names), command["name"]
        assert all(map(NAME.fullmatch, names)), names
        for thing in (command, *options):
            text = said(thing, "description", language)
            assert len(text) in DESCRIPTION, text
        for option in options:
            choices = [said(choice, "name", language) for choice in option.get("choices", ())]
            assert len(choices) <= MANY
            assert len(set(choices)) == len(choices), choices
            assert all(len(choice) in DESCRIPTION for choice in choices)


@pytest.mark.parametrize("language", COMPLETE)
async def test_commands_are_registered_in_every_language(tmp_path: Path, language: str) -> None:
    commands = {command["name"]: command for command in await payloads(tmp_path)}
    for command in commands.values():
        assert said(command, "name", language) == command["name"], "commands are not translated"
        for thing in (command, *command["options"]):
            assert language in thing["description_localizations"], thing["description"]
    levels = next(option for option in commands["new"]["options"] if option["name"] == "level")
    own = [said(choice, "name", language) for choice in levels["choices"]]
    assert len(own) == len(LEVEL_CHOICES)
    assert set(own) != {level.name for level in LEVEL_CHOICES}


async def test_every_option_has_a_name_to_translate(tmp_path: Path) -> None:
    names = {option["name"] for one in await payloads(tmp_path) for option in one["options"]}
    assert names == set(option_names())


OPTION: Final = re.compile(r"(?:/\w+ )?(\w{2,})(?:(:) ?(.*))?")
"""An option in code, alone or with its command and value: *seats*, */board view: places*."""


def named_options(text: str) -> list[tuple[str, str]]:
    """List the words in code that may name an option, each with the value after its colon."""
    spans = filter(None, map(OPTION.fullmatch, re.findall(r"`([^`]*)`", text)))
    return [(span[1], span[3] or "") for span in spans]


@pytest.mark.parametrize("language", COMPLETE)
async def test_message_names_options_and_choices_as_the_commands_do(
    tmp_path: Path, language: str
) -> None:
    """An option in English, as code, is that of the reader's language in the translation."""
    everything = list(chain(*(command["options"] for command in await payloads(tmp_path))))
    names = {option["name"]: said(option, "name", language) for option in everything}
    choices = {
        names[option["name"]]: {said(choice, "name", language) for choice in option["choices"]}
        for option in everything
        if option.get("choices")
    }
    compared = 0
    for message in messages(language):
        for english, words in zip(forms(message.id), forms(message.string), strict=False):
            wanted = {names[word] for word, _value in named_options(english) if word in names}
            own = named_options(words)
            assert wanted == {word for word, _value in own} & {*names, *names.values()}, words
            for word, value in own:
                if value and word in choices:
                    compared += 1
                    assert value in choices[word], words
    assert compared > 3
