"""The arena: games and their results, versions of opponents, sparring partners, the ladder."""

import random
import re
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rules.opponents.simple_players import villager_moves
from rules.random_play import deal
from tests.rules.opponents.test_search import after
from tools.arena.__main__ import main
from tools.arena.digest import KINDS, ROOT, opponents_digest
from tools.arena.ladder import BEGIN, DOCUMENT, END, GAMES, LADDER, kept_elo, rows, tables
from tools.arena.match import Match, Result, kept_results, matches, play_all, played, run, standing
from tools.arena.spar import PARTNERS, partner_moves, spar
from tools.arena.tally import ANCHOR_ELO, POINTS_PER_DECADE, Score, elo_numbers, quantile, wilson
from tools.arena.versions import PositionsDifferError

ALONE = partial(play_all, 1)


def result(one: int, other: int, seed: int = 1) -> Result:
    match = Match("base", ("master", "greedy"), seed, 0)
    return Result(match, (one, other), (1.0, 2.0), (3.0, 2.5))


def test_each_bag_is_played_from_every_seat() -> None:
    played = list(matches("base", ("novice", "random", "greedy"), 6, seed=4))
    assert [match.seed for match in played] == [4, 4, 4, 5, 5, 5]
    assert [match.seating() for match in played[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.slow
def test_match_is_repeatable_except_for_its_times() -> None:
    match = Match("base", ("novice", "random"), 3, 1)
    one, other = played(match), played(match)
    assert one.match == other.match and one.scores == other.scores
    assert all(0 < half <= most for half, most in zip(one.half, one.most, strict=True))


def test_stored_results_are_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.csv"
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    first = list(run(wanted, ALONE, kept))
    with kept.open("a") as file:
        file.write("base,random ran")
    assert list(run(wanted, ALONE, kept)) == first
    assert len(kept.read_text().splitlines()) == 4


def test_games_of_other_opponents_are_kept_and_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.csv"
    [match] = matches("base", ("random", "random"), 1, seed=1)
    assert match.opponents == opponents_digest("base")
    older = Result(replace(match, opponents="0ld"), (0, 0), (0, 0), (0, 0))
    kept.write_text(older.line() + "\n")
    [result] = run([match], ALONE, kept)
    assert result.scores != (0, 0)
    assert list(kept_results(kept)) == [older, result]


def test_line_of_a_result_gives_the_result_and_a_part_of_it_none() -> None:
    for kept in (result(50, -4), replace(result(1, 2), match=Match("ark", ("a", "b"), 7, 1, 1200))):
        assert Result.read(kept.line()) == kept
        with pytest.raises(ValueError):
            Result.read(kept.line()[:-4])


def test_several_processes_give_the_results_of_one_process() -> None:
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    by_match = {result.match: result.scores for result in play_all(2, wanted)}
    assert by_match == {result.match: result.scores for result in play_all(1, wanted)}


def test_wins_ties_and_margins_are_counted() -> None:
    results = [result(50, 40), result(30, 30), result(20, 45)]
    own, other = standing(results, 0), standing(results, 1)
    assert own.share == other.share == pytest.approx(0.5)
    assert own.margin == pytest.approx(-5)
    assert other.margin == pytest.approx(5)
    assert (own.half, own.most, other.most) == (1.0, 3.0, 2.5)


def test_wilson_interval_has_known_values() -> None:
    low, high = wilson(85, 100)
    assert (round(low, 3), round(high, 3)) == (0.767, 0.907)
    assert wilson(0, 0) == (0.0, 1.0)
    assert quantile([], 0.5) == 0.0


GOLDENS = "tests/rules/opponents/goldens"


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


def test_versions_play_each_bag_from_both_seats_and_go_on_where_they_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "versions.csv"
    words = [
        "versions",
        "--against",
        str(ROOT),
        "--game",
        "base",
        "--level",
        "random",
        "--bags",
        "1",
    ]
    words += ["--results", str(kept)]
    assert main(words) == 0
    printed = capsys.readouterr().out
    one, other = kept_results(kept)
    assert (one.match.first, other.match.first) == (0, 1)
    # The same player on both sides plays the same game from both seats.
    assert one.scores == other.scores[::-1]
    assert "random: 50.0 % of 2" in printed and "+0.00 ± 0.00 points" in printed
    lines = kept.read_bytes()
    with kept.open("a") as file:
        file.write("base,a b,1")
    assert main(words) == 0
    assert capsys.readouterr().out == printed and kept.read_bytes().startswith(lines)


@pytest.mark.slow
def test_versions_with_other_rules_are_found_out(tmp_path: Path) -> None:
    older = tmp_path / "older"
    subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), older], check=True)
    base = older / "rules/variants/base.py"
    changed = base.read_text("utf-8").replace("Scorer(ROAD.name, PerTile(1))", "None")
    changed = changed.replace("road = None", "road = Scorer(ROAD.name, PerTile(2))")
    base.write_text(changed, "utf-8")
    words = [
        "versions",
        "--against",
        str(older),
        "--game",
        "base",
        "--level",
        "greedy",
        "--bags",
        "1",
    ]
    with pytest.raises(PositionsDifferError, match="scores"):
        main([*words, "--results", str(tmp_path / "versions.csv")])


VILLAGER = PARTNERS["villager"].weights


def test_partner_that_counts_its_rival_as_itself_plays_like_a_villager() -> None:
    game = after("base", 30)
    assert partner_moves(game, PARTNERS["villager"]) == villager_moves(game, VILLAGER)


def test_sparring_with_an_unknown_weight_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["spar", "--weights", "luck=1"])
    assert "there is no weight luck" in capsys.readouterr().err


@pytest.mark.slow
def test_duel_is_played_by_the_options_of_its_game() -> None:
    bags = range(5, 6)
    third = spar("base", "farmer", bags, {}, (("fields", "third"),))
    assert spar("base", "farmer", bags, {}) != third
