"""The ladder of opponents: Elo from results, and the command that goes on where it stopped."""

from pathlib import Path

import pytest

from tools.arena.__main__ import main
from tools.arena.digest import opponents_digest
from tools.arena.tally import ANCHOR_ELO, POINTS_PER_DECADE, Score, elo_numbers


def expected_share(elo: float, other: float) -> float:
    """The share of games that a player of one Elo wins against a player of another."""
    return 1 / (1 + 10 ** ((other - elo) / POINTS_PER_DECADE))


def test_share_of_64_in_100_is_100_elo() -> None:
    elo = elo_numbers([Score("villager", "novice", 64_006.5, 100_000)], "novice")
    assert elo["novice"] == ANCHOR_ELO
    assert elo["villager"] == pytest.approx(ANCHOR_ELO + 100, abs=0.1)


def test_elo_explains_the_scores_of_all_pairs_and_a_clean_sweep_is_finite() -> None:
    true_elo = {"a": 1000.0, "b": 1200.0, "c": 1500.0}
    scores = [
        Score(one, other, 10_000 * expected_share(true_elo[one], true_elo[other]), 10_000)
        for one, other in (("a", "b"), ("b", "c"), ("a", "c"))
    ]
    assert elo_numbers(scores, "a") == pytest.approx(true_elo, abs=0.5)
    sweep = elo_numbers([Score("b", "a", 100, 100), Score("c", "b", 0, 0)], "a")
    assert set(sweep) == {"a", "b"} and 1500 < sweep["b"] < 2500


def test_elo_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="novice has not played"):
        elo_numbers([Score("a", "novice", 0, 0)], "novice")


@pytest.mark.slow
def test_ladder_plays_each_pair_once_and_prints_both_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ladder", "--games", "hunters", "--levels", "novice", "villager", "--matches", "2"]
    words += ["--results", str(tmp_path)]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "| hunters | 1000 | " in printed and "another version" not in printed
    assert "| hunters | villager, novice | 2 |" in printed
    [file] = tmp_path.iterdir()
    kept = file.read_bytes()
    assert main(words) == 0
    assert capsys.readouterr().out == printed and file.read_bytes() == kept
    file.write_bytes(kept.replace(opponents_digest("hunters").encode(), b"0lder"))
    assert main([*words, "--matches", "0"]) == 0
    [line] = capsys.readouterr().out.splitlines()[-1:]
    assert line.startswith("of opponents of another version: | hunters | villager, novice | 2 |")
