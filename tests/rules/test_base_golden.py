"""Whole recorded games of the base game, with the scores a second scorer found for them."""

from pathlib import Path

import pytest

from rules.record import replay
from tests.rules.reference_base import count_up, report
from tests.rules.tables import scores_of

RECORDS = sorted((Path(__file__).parent / "records").glob("base-*.record"))


def test_the_golden_records_are_games_of_two_three_and_five() -> None:
    names = [path.stem for path in RECORDS]
    assert names == ["base-five-seats", "base-three-seats", "base-two-seats"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_scores_what_was_written_beside_it(path: Path) -> None:
    """The scores kept are those of the rules, and of a scorer that shares no code with them."""
    text, kept = path.read_text("utf-8"), path.with_suffix(".scores").read_text("utf-8")
    assert report(count_up(text)) == kept
    head, body = kept.splitlines()[:2], kept.splitlines()[2:]
    assert scores_of(text) == "\n".join([*head, *sorted(body)])
    assert replay(text).game.over


def test_the_city_of_two_tiles_that_was_checked_by_hand_pays_two() -> None:
    kept = RECORDS[2].with_suffix(".scores").read_text("utf-8").splitlines()
    assert "28 city 0:2 on 0,2 0,3" in kept
