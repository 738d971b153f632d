"""The digest that tells versions of the opponents apart."""

import random
import re
from pathlib import Path
from shutil import copytree

import pytest

from rules.random_play import deal
from tools.arena.digest import KINDS, ROOT, opponents_digest
from tools.arena.ladder import GAMES

GOLDENS = "tests/rules/opponents/goldens"
NUMBERS = "tests/rules/goldens/numbers.txt"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the golden texts of the rules."""
    for folder in (GOLDENS, "tests/rules/goldens"):
        copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def test_each_game_of_the_ladder_has_choices_and_evaluations_and_its_own_digest() -> None:
    for game in GAMES:
        for kind in KINDS[:2]:
            assert (ROOT / GOLDENS / f"{kind}-{game}.txt").is_file()
    assert len({opponents_digest(game) for game in GAMES}) == len(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_evaluations_are_of_early_middle_and_late_positions(game: str) -> None:
    """A change that begins in the second half of a game, as of ripening fields, counts too."""
    golden = (ROOT / GOLDENS / f"evaluation-{game}.txt").read_text("utf-8")
    laid = [int(tiles) for tiles in re.findall(r"^# (\d+) tiles", golden, re.MULTILINE)]
    tiles = max(len(bag) for bag in deal(game, 2, random.Random(1)).bags.values())
    parts = [number / tiles for number in laid]
    assert min(parts) < 0.2 and max(parts) > 0.8 and any(0.4 < part < 0.6 for part in parts)


@pytest.mark.parametrize(
    ("golden", "old", "new"),
    [
        (f"{GOLDENS}/choices-base.txt", "villager 0: place 2 -1", "villager 0: place 3 -1"),
        (f"{GOLDENS}/evaluation-base.txt", ", margin ", ", margin 1"),
        (
            "tests/rules/goldens/numbers.txt",
            "search.MASTER: Effort(7000",
            "search.MASTER: Effort(1",
        ),
    ],
)
def test_another_choice_value_or_number_is_another_version(
    checkout: Path, golden: str, old: str, new: str
) -> None:
    change(checkout / golden, old, new)
    assert opponents_digest("base", checkout) != opponents_digest("base")


def test_reasons_reviews_and_other_games_do_not_count(checkout: Path) -> None:
    change(checkout / GOLDENS / "evaluation-base.txt", "  ", "  1")
    change(checkout / GOLDENS / "evaluation-ark.txt", ", margin ", ", margin 1")
    change(checkout / GOLDENS / "review-hunters.txt", "e", "a")
    change(checkout / NUMBERS, "reasons.MIN_REASON_POINTS: 0", "1")
    for game in ("base", "hunters"):
        assert opponents_digest(game, checkout) == opponents_digest(game)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
