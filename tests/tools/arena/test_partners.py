"""Sparring partners: their habits, and weights against them."""

import random
from dataclasses import replace

import pytest

from rules.analysis.drafts import play_draft
from rules.opponents.simple_players import villager_moves
from rules.opponents.weights import TUNED
from tests.rules.opponents.test_search import after
from tools.arena import spar
from tools.arena.__main__ import main
from tools.arena.spar import PARTNERS, Duel, partner_moves, played

VILLAGER = PARTNERS["villager"].weights
CHANCE = random.Random(1)
"""Nothing that is weighed here is left to it."""


def test_farmer_takes_a_field_where_the_villager_does_not() -> None:
    """Both deploy on the same positions; the farmer more often on what only the end pays."""
    fields = {"villager": 0, "farmer": 0}
    for number in range(12):
        game = after("base", 4 * number, seed=number)
        for name in fields:
            moves = villager_moves(game, CHANCE, PARTNERS[name].weights)
            pieces = play_draft(game, moves).board.pieces()
            fields[name] += sum(piece.role.name == "farmer" for piece in pieces)
    assert fields["farmer"] > fields["villager"]


def test_partner_that_counts_its_rival_as_itself_plays_like_a_villager() -> None:
    game = after("base", 30)
    assert partner_moves(game, PARTNERS["villager"]) == villager_moves(game, CHANCE, VILLAGER)


def test_blocker_plays_otherwise_than_a_villager() -> None:
    games = [after("base", 30, seed) for seed in range(8)]
    one, other = PARTNERS["blocker"], PARTNERS["villager"]
    assert any(partner_moves(game, one) != partner_moves(game, other) for game in games)


def test_sparring_plays_the_changed_weights_and_says_how_they_stand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Duel] = []

    def played(duel: Duel, first: int) -> tuple[int, int]:
        seen.append(duel)
        return 60 + 10 * first, 50

    monkeypatch.setattr(spar, "played", played)
    words = ["spar", "--partners", "farmer", "--bags", "3"]
    assert main([*words, "--weights", "hand=80", "--options", "fields=third"]) == 0
    output = capsys.readouterr().out
    assert output == "base, farmer: 100.0 % of 6 (61.0 to 100.0), +15.00 ± 0.00 points\n"
    assert {duel.tried for duel in seen} == {replace(TUNED, hand=80.0)}
    assert {duel.options for duel in seen} == {(("fields", "third"),)}


def test_sparring_with_an_unknown_weight_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["spar", "--weights", "luck=1"])
    assert "there is no weight luck" in capsys.readouterr().err


@pytest.mark.slow
def test_duel_is_played_by_the_options_of_its_game() -> None:
    duel = Duel("base", 5, VILLAGER, "villager", (("fields", "third"),))
    first, third = (played(match, 0) for match in (replace(duel, options=()), duel))
    assert first != third
