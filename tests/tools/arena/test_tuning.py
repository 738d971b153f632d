"""The tuning of weights: its direction, and its confirmation by unseen bags."""

import random
from collections.abc import Callable
from dataclasses import asdict, replace
from math import exp, log
from pathlib import Path

import pytest

from rules.opponents.turns import random_turn
from rules.opponents.weights import TUNED, Weights
from tools.arena import duels, tune
from tools.arena.duels import Duel, DuelOutcome, Duels
from tools.arena.slopes import candidates, moved, signs, slopes

Played = Callable[[Duel, int], tuple[int, int]]
OTHER = replace(TUNED, hand=TUNED.hand + 17)


def better_with(*names: str) -> Played:
    """Games that are won by having more of some weights, up to twice what there is, and by luck."""

    def played(duel: Duel, first: int) -> tuple[int, int]:
        luck = random.Random(f"{duel.seed} {first}").gauss(0, 5)
        ahead = 20 * (judged(duel.tried) - judged(duel.best))
        return round(100 + luck + ahead), round(100 - luck - ahead)

    def judged(weights: Weights) -> float:
        values, there = asdict(weights), asdict(TUNED)
        return sum(min(log(2), log(values[name] / there[name])) for name in names)

    return played


def test_duel_of_equal_players_swaps_points_with_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        duels, "villager_moves", lambda game, chance, weights: random_turn(game, chance)
    )
    outcome = Duels().outcome(Duel("base", 5, TUNED, TUNED))
    (own, other), (again, back) = outcome.points
    assert (own, other) == (back, again)
    assert own != other
    assert (outcome.margin, outcome.won) == (0, 1)


def test_each_player_uses_its_own_weights_in_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[tuple[int, int, Weights]] = set()

    def noted(game, chance, weights):  # type: ignore[no-untyped-def]
        seen.add((first, game.turn, weights))
        return random_turn(game, chance)

    monkeypatch.setattr(duels, "villager_moves", noted)
    for first in (0, 1):
        duels.played(Duel("base", 5, OTHER, TUNED), first)
    assert seen == {(0, 0, OTHER), (0, 1, TUNED), (1, 1, OTHER), (1, 0, TUNED)}


def test_stored_results_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "duels.jsonl"
    duel = Duel("base", 5, OTHER, TUNED)
    monkeypatch.setattr(duels, "played", lambda duel, first: (60 + first, 50))
    outcome = Duels(kept).outcome(duel)
    assert outcome == DuelOutcome(duel, ((60, 50), (61, 50)))
    with kept.open("a") as file:
        file.write('{"game": "ba')
    monkeypatch.delattr(duels, "played")
    assert Duels(kept).outcome(duel) == outcome


def test_weights_follow_their_slopes_and_probabilities_stay_in_range() -> None:
    weights = moved(TUNED, {"hand": log(2), "gaps": 1.0}, length=0.5)
    assert weights == replace(TUNED, hand=round(TUNED.hand * 2**0.5, 4), gaps=1.0)
    assert moved(TUNED, {"hand": -1.0}).hand == pytest.approx(TUNED.hand * exp(-1), abs=0.001)


def test_few_games_show_the_slope_of_each_weight() -> None:
    chance = random.Random(3)
    probes = []
    for _ in range(120):
        ways = signs(TUNED, chance)
        probes.append((ways, 0.05 * ways["hand"] - 0.03 * ways["back"] + chance.gauss(0, 0.1)))
    slope_of = slopes(probes)
    assert slope_of["hand"] > 3
    assert slope_of["back"] < -2
    assert max(abs(slope_of[name]) for name in asdict(TUNED) if name not in ("hand", "back")) < 3


def test_candidates_move_in_proportion_to_the_slopes() -> None:
    nothing = dict.fromkeys(asdict(TUNED), 0.0)
    ways = candidates(TUNED, {**nothing, "hand": 4.0, "back": -2.0, "spare": 0.5})
    assert [way.hand for way in ways] == sorted({way.hand for way in ways})
    for way in ways:
        further = log(way.hand / TUNED.hand)
        assert log(way.back / TUNED.back) == pytest.approx(-further / 2, abs=0.001)
        assert way == replace(TUNED, hand=way.hand, back=way.back)
    assert ways[-1].hand == pytest.approx(TUNED.hand * exp(1), abs=0.001)
    assert candidates(TUNED, nothing) == []


def test_better_weights_win_the_race_or_the_old_weights_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways = [replace(TUNED, hand=TUNED.hand + more) for more in (-20, -10, 5, 40)]
    monkeypatch.setattr(duels, "played", better_with("hand"))
    assert tune.raced(Duels(), TUNED, ways, ["base"], 4, seed=1) == ways[-1]
    assert tune.raced(Duels(), TUNED, ways[:2], ["base"], 4, seed=1) == TUNED
    assert tune.raced(Duels(), TUNED, [], ["base"], 4, seed=1) == TUNED


def test_candidates_play_the_same_bags_and_the_check_uses_other_bags(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bags: dict[Weights, set[int]] = {}

    def noted(duel: Duel, first: int) -> tuple[int, int]:
        bags.setdefault(duel.tried, set()).add(duel.seed)
        return 50, 50

    monkeypatch.setattr(duels, "played", noted)
    tune.raced(Duels(), TUNED, [OTHER, replace(TUNED, hand=TUNED.hand - 10)], ["base"], 3, seed=1)
    searched = bags.pop(OTHER)
    assert bags.popitem()[1] == searched
    assert len(searched) == 3
    tune.checked(Duels(), OTHER, TUNED, ["base"], 3, seed=1)
    assert len(bags[OTHER]) == 3
    assert max(searched) < tune.UNSEEN <= min(bags[OTHER])


def test_a_standing_counts_games_and_bags() -> None:
    duel = Duel("base", 1, OTHER, TUNED)
    standing = tune.standing(
        "base", [DuelOutcome(duel, ((60, 40), (50, 50))), DuelOutcome(duel, ((40, 60),) * 2)]
    )
    assert (standing.games, standing.share) == (4, 0.375)
    assert standing.margin == pytest.approx(-0.05)
    assert standing.deviation == pytest.approx(0.15)
    assert str(standing).startswith("base: 37.5 % of 4 (")


@pytest.mark.parametrize(
    ("high", "margin", "taken"), [(0.6, 0.03, True), (0.4, 0.03, False), (0.6, 0.01, False)]
)
def test_better_candidate_is_never_surely_behind_and_surely_ahead_in_total(
    high: float, margin: float, taken: bool
) -> None:
    one = tune.Standing("base", 100, 0.5, 0.4, high, 0.0, 0.01)
    together = tune.Standing("all", 200, 0.5, 0.4, 0.6, margin, 0.01)
    assert tune.holds([one, together]) is taken


def test_tuning_prints_better_weights_and_continues_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "duels.jsonl"
    asked = ["--games", "base", "ark", "--probes", "20", "--checks", "10", "--results", str(kept)]
    monkeypatch.setattr(duels, "played", better_with("hand", "spare"))
    assert tune.main(asked) == 0
    output = capsys.readouterr().out
    assert "all: " in output
    assert output.splitlines()[-1].startswith("Weights(")
    monkeypatch.delattr(duels, "played")
    assert tune.main(asked) == 0
    assert capsys.readouterr().out == output


def test_weights_that_only_a_partner_beats_are_not_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    better = better_with("hand", "spare")

    def played(duel: Duel, first: int) -> tuple[int, int]:
        if duel.rivals == 1.0:
            return better(duel, first)
        # The blocker punishes every figure that is kept in hand.
        return round(100 - duel.tried.hand / 3), 100

    monkeypatch.setattr(duels, "played", played)
    assert tune.main(["--games", "base", "--probes", "40", "--checks", "10"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "which is not surely better"
    [blocked] = [line for line in lines if line.startswith("against the blocker")]
    assert "20 games: -" in blocked


def test_tuning_says_that_no_weights_are_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(duels, "played", lambda duel, first: (50, 50))
    assert tune.main(["--games", "base", "--probes", "3"]) == 1
    assert "no way along them won the race" in capsys.readouterr().out


def test_a_tuning_without_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tune.main(["--checks", "0"])
    assert "of each at least one" in capsys.readouterr().err
