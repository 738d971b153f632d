"""A game looked over: what moves have cost, and what would have been better."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules import deal, play, start
from rules.notation import write
from rules.opponents import choose
from rules.opponents.review import LEAST, WORST, decisions, reviewed
from rules.random_play import random_game
from rules.record import moments
from tests.games import FOUR

DOCS = Path(__file__).parents[3] / "docs"


def record_of(name: str, seed: int) -> str:
    chance = random.Random(seed)
    return "\n".join(random_game(deal(name, 2, chance), chance))


def beginning_of(record: str, moves: int) -> str:
    """A record of a game that was ended after some moves."""
    head, _, rest = record.partition("\n\n")
    return "\n".join([head, "", *rest.splitlines()[:moves], "end", ""])


@pytest.mark.parametrize("name", FOUR)
def test_each_tile_is_one_decision_and_its_moves_are_those_of_the_record(name: str) -> None:
    record = record_of(name, 3)
    played = [moment.line for moment in moments(record)][1:]
    made = list(decisions(record))
    assert [line for each in made for line in map(write, each.moves)] == played
    assert all(each.game.drawn is not None for each in made)


def test_where_a_seat_leaves_in_the_middle_of_its_turn_nothing_is_held_against_it() -> None:
    record = beginning_of(record_of("base", 4), 9)
    assert all("end" not in map(write, each.moves) for each in decisions(record))
    resigned = record.replace("\nend\n", "\nresign 0\n")
    assert [each.moves for each in decisions(resigned)] == [
        each.moves for each in decisions(record)
    ]


@pytest.mark.parametrize("name", FOUR)
def test_a_slip_names_a_better_way_that_could_be_gone(name: str) -> None:
    found = reviewed(beginning_of(record_of(name, 5), 30))
    games = [moment.game for moment in moments(beginning_of(record_of(name, 5), 30))]
    assert any(found.slips)
    for seat, slips in enumerate(found.slips):
        lost = [slip.lost for slip in slips]
        assert lost == sorted(lost, reverse=True) and len(lost) <= WORST
        assert found.lost[seat] >= sum(lost)
        for slip in slips:
            assert slip.seat == seat == games[slip.line].turn and slip.lost >= LEAST
            assert slip.tile == len(games[slip.line].board.tiles)
            assert slip.better.moves != slip.played
            after = games[slip.line]
            for move in slip.better.moves:
                after = play(after, move)


def test_who_plays_well_has_lost_less_than_who_plays_by_chance() -> None:
    header = deal("base", 2, random.Random(8))
    game, lines = start(header.book, 2, header.bags), []
    while len(lines) < 50:
        for move in choose(game, ("villager", "random")[game.turn], seed=1):
            lines.append(write(move))
            game = play(game, move)
    found = reviewed("\n".join([header.text(), "", *lines, "end", ""]))
    assert found.lost[0] < 2 and found.lost[1] > 50


def test_what_nobody_has_drawn_when_a_game_is_ended_changes_nothing() -> None:
    record = beginning_of(record_of("hunters", 6), 20)
    head, *rest = record.splitlines()
    bag = next(n for n, line in enumerate(rest) if line.startswith("bag: "))
    tiles = rest[bag].removeprefix("bag: ").split()
    rest[bag] = "bag: " + " ".join([*tiles[:25], *reversed(tiles[25:])])
    assert reviewed("\n".join([head, *rest])) == reviewed(record)
