"""Outside its own places no module names a thing of one game: shared code asks the parts.

Walked are identifiers, strings and the messages among them; docstrings may give examples.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rules.variants import PARTS

ROOT: Final = Path(__file__).parents[1]

WORDS: Final = {
    "base": "city cities road roads field fields monastery monasteries cloister pennant pennants "
    "knight knights thief thieves farmer farmers monk monks",
    "ferries": "ferry ferries quay quays lake lakes",
    "inns": "inn inns cathedral cathedrals",
    "traders": "trader traders builder builders pig pigs wine grain cloth goods",
    "river": "",
    "hunters": "forest forests river rivers meadow meadows hunter hunters gatherer gatherers "
    "fisher fishers hut huts fish gold mushroom mushrooms deer mammoth mammoths tiger tigers "
    "aurochs fire shrine bonus volcano spring springs",
    "ark": "ark walk walks walked temple temples prophet prophets shepherd shepherds scroll "
    "scrolls oasis oases sheep wolf wolves",
}
"""The words of each part, singular and plural; those of the River are those of others too."""

OWN: Final = (
    *("rules/variants/", "renderer/art/", "bot/games/common/"),
    *(f"bot/games/{part}/" for part in PARTS),
)
"""Where a part's things are named; what parts share of their words is in ``common``."""

PACKAGES: Final = ("rules", "renderer", "storage", "bot")
"""What is walked."""

EXAMPLE: Final = "an example of the notation, for whoever types a move"
REGISTRY: Final = "the line of the registry"
PAGE: Final = "what simcord's page does, in its own words"
EXCEPTIONS: Final = {
    ("rules/errors.py", "hunter"): EXAMPLE,
    ("bot/commands/playing.py", "hunter"): EXAMPLE,
    **{("bot/games/__init__.py", part): REGISTRY for part in PARTS if part != "base"},
    ("*", "field"): "the field of a dataclass",
    ("bot/playground/page.py", "scroll"): PAGE,
    ("bot/playground/page.py", "scrolls"): PAGE,
    ("bot/playground/page_script.py", "scroll"): PAGE,
    ("bot/playground/server.py", "meadow"): "the names of a server to play in and of a channel",
}
"""By file (* for any) and word, with the reason why it may stand there."""


def parts_of(text: str) -> Iterator[str]:
    """The words of a text or an identifier in small letters: ``FirstFerry_at`` has three."""
    for run in re.findall(r"[^\W\d_]+", text):
        yield from (
            word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[^\W\d_][^\W\d_A-Z]*", run)
        )


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """The strings that stand by themselves."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def named(source: str) -> Iterator[tuple[int, str]]:
    """Every word of the identifiers and strings of a source, with its line."""
    tree = ast.parse(source)
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
    found = sorted((ROOT / package).rglob("*.py"))
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(OWN)]


def slips(path: Path) -> list[str]:
    """Where a module names a thing of a part."""
    name = path.relative_to(ROOT).as_posix()
    of_part = {word: part for part, words in WORDS.items() for word in words.split()}
    return [
        f"{name}:{line}: {word} ({of_part[word]})"
        for line, word in named(path.read_text("utf-8"))
        if word in of_part and not {(name, word), ("*", word)} & EXCEPTIONS.keys()
    ]


def test_every_part_has_its_words_here() -> None:
    assert WORDS.keys() == PARTS.keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_shared_code_names_no_thing_of_one_game(package: str) -> None:
    found = [slip for path in shared(package) for slip in slips(path)]
    assert not found, "\n".join(found)


def test_every_exception_is_still_needed() -> None:
    """What no file names any more is no exception."""
    for (name, word), _reason in EXCEPTIONS.items():
        paths = shared("bot") if name == "*" else [ROOT / name]
        assert any(word == found for path in paths for _line, found in named(path.read_text()))


def test_words_are_found_in_whatever_an_identifier_is_written() -> None:
    source = (
        'def first_ferry(QUAYS, x=0):\n    "ferry"\n    ArkWalked(forest=x.lakes, y="3 wolves")'
    )
    found = {word for _line, word in named(source)}
    assert {"ferry", "quays", "ark", "walked", "forest", "lakes", "wolves"} <= found
    assert "ferry" not in {word for _line, word in named('"""A ferry."""\n')}
    assert not {word for _line, word in named("template = sparking = cityscape")} & {"ark", "city"}
