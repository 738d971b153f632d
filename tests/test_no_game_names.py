"""Shared code names no thing of one game outside of its own places; it asks the parts.

Walked are identifiers, strings and the messages among them; docstrings may give examples.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.parts import PART_WORDS
from rules.variants import PARTS
from tests.support.for_each import for_each

ROOT: Final = Path(__file__).parents[1]

GENERIC: Final = frozenset(
    re.findall(
        r"\w+",
        "a base big by c crossing eaten extends finished first follower followers for in laid lay "
        "meeple meeples move moves number of place places s set small system taken the third tile "
        "tiles turn two worked",
    )
)
"""Words of the parts that are plain English, so that shared code may use them too."""

OWN: Final = ("rules/variants/", "renderer/art/", "bot/parts/")
"""Paths below which a part's terms may be named."""

PACKAGES: Final = ("rules", "renderer", "storage", "bot")
"""Folders that the test walks."""

EXAMPLE: Final = "an example of the notation, for whoever types a move"
ZONES: Final = "the real cities of time zones"
EXCEPTIONS: Final = {
    ("bot/discord_io/sending.py", "walk"): "`walk_children` of discord.py",
    ("bot/playing/commands.py", "hunter"): EXAMPLE,
    ("bot/settings/commands.py", "city"): ZONES,
    ("bot/settings/words.py", "city"): ZONES,
    ("bot/words/refusals.py", "city"): ZONES,
    ("bot/text/time_zones.py", "city"): ZONES,
    ("bot/text/time_zones.py", "cities"): ZONES,
    ("*", "field"): "the field of a dataclass",
    ("*", "fields"): "the fields of a dataclass",
    ("bot/playground/server.py", "meadow"): "the names of a server to play in and of a channel",
}
"""By file (* for any) and word, with the reason why it may stand there."""


def texts_of(value: Any) -> Iterator[str]:
    """The words for one thing: its name, and how one and two of it are counted."""
    yield from filter(None, (getattr(value, "name", None),))
    count = getattr(value, "number", value)
    if callable(count):
        yield from (count(1), count(2))


@cache
def words_of(part: str) -> frozenset[str]:
    """The words of a part, from its tile schema, its own moves and events, and its nouns."""
    part_rules, nouns = PARTS[part], PART_WORDS[part].nouns
    texts = [part, part.removesuffix("s")]
    schema = part_rules.tile_schema
    texts += [text for table in fields(schema) for text in getattr(schema, table.name)]
    texts += [kind.__name__ for kind in (*part_rules.moves, *part_rules.events)]
    for table in fields(nouns):
        for name, value in getattr(nouns, table.name).items():
            texts += [name, *texts_of(value)]
    return frozenset(word for text in texts for word in parts_of(text)) - GENERIC


@cache
def parts_of(text: str) -> tuple[str, ...]:
    """The words of a text or an identifier in small letters: ``FirstFerry_at`` has three."""
    runs = re.findall(r"[^\W\d_]+", text)
    words = (re.findall(r"[A-Z]+(?![a-z])|[^\W\d_][^\W\d_A-Z]*", run) for run in runs)
    return tuple(word.lower() for found in words for word in found)


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """The strings that stand by themselves."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@cache
def named(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple(_named(ast.parse(path.read_text("utf-8"))))


def _named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every word of the identifiers and strings of a module, with its line."""
    said = docstrings(tree)
    for node in ast.walk(tree):
        if node in said:
            continue
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield from ((line, word) for word in parts_of(text))
            case ast.Constant(value=str(text)):
                yield from ((line, word) for word in parts_of(text))
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text):
                yield from ((line, word) for word in parts_of(text))
            case ast.ClassDef(name=text):
                yield from ((line, word) for word in parts_of(text))
            case ast.keyword(arg=str(text)):
                yield from ((line, word) for word in parts_of(text))
            case ast.alias(name=text, asname=other):
                yield from ((line, word) for word in parts_of(f"{text} {other or ''}"))
            case ast.ImportFrom(module=str(text)):
                yield from ((line, word) for word in parts_of(text))
            case ast.MatchAs(name=str(text)) | ast.MatchStar(name=str(text)):
                yield from ((line, word) for word in parts_of(text))


def shared(package: str) -> list[Path]:
    """The modules of a package that are no part's own."""
    paths = sorted((ROOT / package).rglob("*.py"))
    return [path for path in paths if not path.relative_to(ROOT).as_posix().startswith(OWN)]


def slips(path: Path) -> list[str]:
    """The lines where a module names a part's term."""
    name = path.relative_to(ROOT).as_posix()
    of_part = {word: part for part in PARTS for word in words_of(part)}
    return [
        f"{name}:{line}: {word} ({of_part[word]})"
        for line, word in named(path)
        if word in of_part and not {(name, word), ("*", word)} & EXCEPTIONS.keys()
    ]


def test_every_part_has_words_of_its_own() -> None:
    for part in PARTS:
        assert words_of(part), f"{part}: neither its tiles nor its nouns name a thing of its own"
    known = {"ferry", "quays", "cathedral", "builder", "pigs", "mammoth", "prophets", "walked"}
    assert known <= {word for part in PARTS for word in words_of(part)}


@for_each("package", PACKAGES)
def test_shared_code_contains_no_term_of_one_game(package: str) -> None:
    lines = [slip for path in shared(package) for slip in slips(path)]
    assert not lines, "\n".join(lines)


def test_every_exception_is_still_needed() -> None:
    for (name, word), _reason in EXCEPTIONS.items():
        paths = shared("bot") if name == "*" else [ROOT / name]
        assert any(word == term for path in paths for _line, term in named(path))
