"""The tables of the ladder in docs/opponents.md, and how versions of opponents are kept apart."""

from pathlib import Path

import pytest

from tools.arena.ladder import BEGIN, DOCUMENT, END, LADDER, kept_elo, rows, tables, write_document
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


def test_tables_are_written_between_the_marks_only(tmp_path: Path) -> None:
    document = tmp_path / "opponents.md"
    document.write_text(f"before\n{BEGIN}old\n{END}after\n")
    (tmp_path / "base.csv").write_text(lines("new", [(50, 40)]))
    write_document(document, tmp_path)
    assert document.read_text() == f"before\n{BEGIN}\n{tables(tmp_path)}\n\n{END}after\n"


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


def test_games_with_fewer_positions_are_a_row_of_their_own_without_elo(tmp_path: Path) -> None:
    (tmp_path / "base.csv").write_text(lines("new", [(2, 1)], nodes=1200))
    [row] = rows(tmp_path)
    assert row.text().endswith("| new, 1200 positions |")
    with pytest.raises(ValueError, match="novice has not played"):
        kept_elo(tmp_path, "base")


def test_game_that_is_kept_twice_counts_once_and_levels_without_games_have_no_elo(
    tmp_path: Path,
) -> None:
    (tmp_path / "base.csv").write_text(2 * lines("new", [(2, 1)]))
    [row] = rows(tmp_path)
    assert len(row.results) == 1
    assert tables(tmp_path).splitlines()[2] == "| base | 1000 | 1191 | not played | not played |"
