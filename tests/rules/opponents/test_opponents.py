"""Properties of every opponent: legal, repeatable moves that use visible facts only."""

import random
from pathlib import Path

import pytest

from rules.analysis.drafts import is_turn_complete, play_draft
from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.geometry import Cell
from rules.moves import PlaceTile
from rules.notation import write
from rules.opponents import ALL_LEVELS, LEVELS, RatedTurn, best_turns, best_turns_of_record, choose
from rules.opponents.simple_players import margin, other_seats
from rules.random_play import deal, random_move
from rules.record import replay
from rules.variants import games
from tests.rules.opponents.test_search import after
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT, FIVE
from tests.support.goldens import assert_golden
from tests.support.random_games import record_of


def begun(name: str, moves: int, seed: int = 1, seats: int = 2) -> Game:
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, seats, header.bags)
    for _ in range(moves):
        game = play(game, random_move(game, chance))
    return game


def played(game: Game, levels: list[str], turns: int, nodes: int = 40) -> Game:
    """A game after so many turns of opponents, all of whose moves are legal."""
    for _ in range(turns):
        if game.over:
            break
        seat = game.turn
        moves = choose(game, levels[seat % len(levels)], seed=seat, nodes=nodes)
        assert moves
        assert is_turn_complete(play_draft(game, moves))
        for move in moves:
            assert game.turn == seat
            game = play(game, move)
    return game


@for_each("name", games())
def test_opponents_can_begin_every_game(name: str) -> None:
    levels = ["novice", "random", "villager", "master", "grandmaster"]
    assert len(played(begun(name, 0, seats=4), levels, 4).board.tiles) > 4


@for_each("level", ALL_LEVELS)
@for_each("name", FIVE)
def test_com_04_choice_does_not_depend_on_the_order_of_hidden_tiles(name: str, level: str) -> None:
    game = begun(name, 22)
    other = game.replace(bags={bag: hidden_otherwise(game, bag) for bag in game.bags})
    assert other.bags != game.bags
    assert choose(game, level, 5, nodes=30) == choose(other, level, 5, nodes=30)


def hidden_otherwise(game: Game, bag: str) -> tuple[str, ...]:
    """A pile in another order, but for the tile at its bottom that everybody knows."""
    pile = game.bags[bag]
    last = game.book.ruleset.bags[bag].last
    seen = len(pile) - (last is not None and bool(pile))
    return (*sorted(pile[:seen], reverse=True), *pile[seen:])


@for_each("name", EIGHT)
def test_best_turns_are_complete_and_sorted_by_worth(name: str) -> None:
    game = begun(name, 15)
    turns = best_turns(game, nodes=40)
    assert 1 <= len(turns) <= 3
    assert all(is_turn_complete(play_draft(game, thought.moves)) for thought in turns)
    assert [t.worth for t in turns] == sorted((t.worth for t in turns), reverse=True)


def test_three_best_turns_of_a_record_are_in_three_spaces() -> None:
    head, _, moves = record_of("base+ferries", 2, 1).partition("\n\n")
    record = "\n".join([head, "", *moves.splitlines()[:10], ""])
    game = replay(record).game
    every = best_turns(game, nodes=40, best=9)
    assert len(every) == 9 and best_turns(game, nodes=40) == every[:3]
    first: dict[Cell, RatedTurn] = {}
    for rated in best_turns(game, nodes=40, best=99):
        assert isinstance(rated.moves[0], PlaceTile)
        first.setdefault(rated.moves[0].cell, rated)
    shown = best_turns_of_record(record, nodes=40)
    assert [one.moves for one in shown] == [one.moves for one in first.values()][:3]


def test_opponent_makes_no_choice_in_a_finished_game() -> None:
    assert set(LEVELS) < set(ALL_LEVELS)
    game = played(begun("base", 60), ["random"], 100)
    assert game.over
    for ask in (choose, best_turns):
        with pytest.raises(IllegalMove) as caught:
            ask(game, "novice")
        assert caught.value.reason == "game-over"


def test_unknown_level_is_refused_with_the_levels_there_are() -> None:
    with pytest.raises(ValueError) as caught:
        choose(begun("base", 0), "deity")
    levels = "random, greedy, novice, villager, master, grandmaster"
    assert str(caught.value) == f"there is no opponent 'deity', only {levels}"


GOLDENS = Path(__file__).parent / "goldens"


def test_margin_of_a_simple_player_leaves_out_seats_that_resigned() -> None:
    game = after("base", 40, seats=3)
    assert other_seats(game, 1) == (0, 2)
    assert other_seats(game.replace(out=frozenset({2})), 1) == (0,)
    assert other_seats(game.replace(out=frozenset({0, 2})), 1) == (0, 2)
    points = [margin(game.replace(out=frozenset({out})), 1) for out in (0, 2)]
    assert margin(game, 1) == min(points)


@for_each("name", FIVE)
def test_simple_players_make_the_same_choices_in_every_version(name: str) -> None:
    lines = [
        f"{level} {seed}: {' '.join(map(write, choose(game, level, seed)))}"
        for game, level in (
            *((after(name, 24), level) for level in ("random", "novice", "greedy")),
            *((after(name, 9, seats=3), level) for level in ("novice", "villager")),
        )
        for seed in range(3)
    ]
    assert_golden(GOLDENS / f"choices-{name}.txt", lines)
