"""The tables of the ladder in docs/opponents.md, and how versions of opponents are kept apart."""

from pathlib import Path

import pytest

from tools.arena.ladder import BEGIN, DOCUMENT, END, LADDER, kept_elo, rows, tables
from tools.arena.match import Match, Result

PAIR = ("villager", "novice")


def lines(version: str, points: list[tuple[int, int]], nodes: int | None = None) -> str:
    """The lines of games of base that opponents of a version played."""
    results = [
        Result(Match("base", PAIR, seed, 0, nodes, version), scores, (10.0, 5.0), (30.0, 9.0))
        for seed, scores in enumerate(points)
    ]
    return "".join(f"{result.line()}\n" for result in results)


def test_document_has_the_tables_of_the_kept_results() -> None:
    between = DOCUMENT.read_text("utf-8").split(BEGIN)[1].split(END)[0]
    assert between.strip() == tables(LADDER), "make ladder"


def test_games_of_two_versions_are_two_rows_and_the_elo_is_of_the_newest(tmp_path: Path) -> None:
    file = tmp_path / "base.csv"
    file.write_text(lines("0lder", [(1, 2)] * 4) + lines("newer", [(90, 40), (60, 70)]))
    older, newer = rows(tmp_path)
    assert older.text() == (
        "| base | villager, novice | 4 | 0.0 % (0.0 to 49.0) | -1.0 | 10 ms, 30 ms | 0lder, older |"
    )
    assert newer.text().startswith("| base | villager, novice | 2 | 50.0 % (9.5 to 90.5) | +20.0 |")
    assert newer.text().endswith("| newer |")
    assert kept_elo(tmp_path, "base")["villager"] == pytest.approx(1000)
