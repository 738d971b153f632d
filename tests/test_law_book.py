"""The law book, docs/rules.md: every cited number is in it, every played rule has a test.

A rule is named by a test whose name begins with its number (``test_H41_…``, ``test_COM_16_…``,
``test_T_B_07_and_COM16_…``), or it stands in UNTESTED with the reason why no test can show it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "docs" / "rules.md"
PLACES = ("bot", "rules", "renderer", "storage", "tests", "docs", "README.md", "CONTRIBUTING.md")
KINDS = {".py", ".po", ".md", ".sql", ".json"}

LETTERS = re.compile(r"^\| (?:T-)?([A-Z]+)-\d\d \|", re.M)
SERIES = "|".join(sorted(set(LETTERS.findall(BOOK.read_text("utf-8"))), key=len, reverse=True))
"""The letters that rule numbers begin with, as docs/rules.md has them."""
CITED = re.compile(rf"(?<![\w-])(?:T-)?(?:{SERIES})-\d\d(?!\w)")
NAMED = re.compile(rf"(T_)?({SERIES})_?(\d\d)(?:_(?:and_|to_)?|$)")
DEFINED = re.compile(rf"^\| ((?:T-)?(?:{SERIES})-\d\d) \|", re.M)
WAITING = re.compile(r"not played yet", re.I)
TEST = re.compile(r"^ *(?:async )?def test_(\w+)", re.M)

UNTESTED = {
    "COM-20": "display: points are whole numbers; lap markers are for a track made of cardboard",
    "B-13": "display: how a farmer is drawn; the golden pictures hold it",
    "B-62": "display: what is cleared from a table of wood before the fields are counted",
    "H-04": "definition: green discs and score tiles are aids for counting by hand",
}
"""Rules that are played and that no test names: display or definition, and why."""


def rulings() -> dict[str, bool]:
    """Every number of the law book, and whether it is played already."""
    played_by_number: dict[str, bool] = {}
    waiting = ""
    for line in BOOK.read_text("utf-8").splitlines():
        if heading := re.match(r"(#+) ", line):
            level = heading[1]
            if not waiting or len(level) <= len(waiting):
                waiting = level if WAITING.search(line) else ""
        elif rule := DEFINED.match(line):
            played_by_number[rule[1]] = not waiting and WAITING.search(line) is None
    return played_by_number


def texts() -> Iterator[tuple[Path, str]]:
    for place in map(ROOT.joinpath, PLACES):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in KINDS and path != Path(__file__):
                yield path.relative_to(ROOT), path.read_text("utf-8")


def numbers(name: str) -> list[str]:
    """The rules that a test's name begins with: ``T_B_07_and_COM16_both_…`` → T-B-07, COM-16."""
    rule_numbers = []
    while match := NAMED.match(name):
        rule_numbers.append("T-" * bool(match[1]) + f"{match[2]}-{match[3]}")
        name = name[match.end() :]
    return rule_numbers


def names() -> Iterator[tuple[Path, str]]:
    """The name of every test, without ``test_``."""
    for path, text in texts():
        if path.name.startswith("test_"):
            yield from ((path, name) for name in TEST.findall(text))


@pytest.fixture(scope="module")
def book() -> dict[str, bool]:
    return rulings()


@pytest.fixture(scope="module")
def named() -> set[str]:
    return {number for _, name in names() for number in numbers(name)}


def test_no_rule_number_stands_twice_in_the_law_book() -> None:
    stands = Counter(DEFINED.findall(BOOK.read_text("utf-8")))
    twice = [number for number, times in stands.items() if times > 1]
    assert not twice, f"in docs/rules.md twice: {twice}"


def test_every_cited_rule_number_is_in_the_law_book(book: dict[str, bool]) -> None:
    unknown = [
        f"{path}:{number}: {rule_number}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        for rule_number in CITED.findall(line)
        if rule_number not in book
    ]
    assert not unknown, "cited, but not in docs/rules.md:\n" + "\n".join(unknown)


def test_every_rule_number_in_a_test_name_is_in_the_law_book(book: dict[str, bool]) -> None:
    unknown = [
        f"{path}: test_{name}: {number}"
        for path, name in names()
        for number in numbers(name)
        if number not in book
    ]
    assert not unknown, "named by a test, but not in docs/rules.md:\n" + "\n".join(unknown)


def test_every_played_rule_is_named_by_a_test(book: dict[str, bool], named: set[str]) -> None:
    """The rulings (X) are reasons for rules, which cite them; they need no tests of their own."""
    played = [number for number, now in book.items() if now and not number.startswith("X-")]
    assert len(played) > 200
    missing = [number for number in played if number not in named and number not in UNTESTED]
    assert not missing, f"no test is named for {missing}: write one, or say in UNTESTED why not"


def test_untested_rules_have_a_reason_and_no_test(book: dict[str, bool], named: set[str]) -> None:
    for number, reason in UNTESTED.items():
        assert book.get(number), f"{number} is no rule that is played: take it out of UNTESTED"
        assert number not in named, f"{number} has a test: take it out of UNTESTED"
        assert re.match(r"(display|definition|coming): \w.{10}", reason), f"{number}: {reason!r}"


def test_rule_marked_not_played_has_no_test(book: dict[str, bool], named: set[str]) -> None:
    early = [number for number, now in book.items() if not now and number in named]
    assert not early, f"tests are named for {early}: take `not played yet` away in docs/rules.md"
    wrong = [n for n, now in book.items() if not now and n.startswith(("B-", "H-", "A-"))]
    assert not wrong, f"a mark `not played yet` hides rules that are played: {wrong}"


def test_rule_letters_of_every_part_are_read_from_the_law_book() -> None:
    assert {"COM", "X"} < set(SERIES.split("|"))
    for path in sorted((ROOT / "rules" / "variants").glob("[!_]*.py")):
        heading = path.read_text("utf-8").split("\n", 1)[0]
        cited = re.findall(r"\b([A-Z]+)-\d\d", heading)
        assert set(cited) <= set(SERIES.split("|")), f"{path.name} cites rules of no part: {cited}"
