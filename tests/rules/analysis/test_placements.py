"""The spaces for the drawn tile with their numbers, and the consequences of each placement."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from rules.analysis.placements import (
    Consequence,
    Extends,
    Finishes,
    SecondTile,
    consequences,
    space_numbers,
    spaces,
)
from rules.game import Game, play, play_to_next_decision
from rules.geometry import cell_at, cell_of, xy
from rules.moves import Pass, PlaceTile
from rules.scoring import total_points
from rules.story import GameEnded, Scored, TurnBegan
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import base, ferries
from tests.support.random_games import random_positions

GAMES: Final = (*FOUR, ALL_TOGETHER)


def some(name: str, seed: int, step: int = 5) -> Iterator[Game]:
    """Every so many moments of a random game in which a tile is in hand."""
    games = (game for game, _ in random_positions(name, 3, seed) if game.hand is not None)
    return islice(games, 0, None, step)


def layings(game: Game) -> Iterator[tuple[PlaceTile, tuple[Consequence, ...]]]:
    return iter(consequences(game).items())


def finishes(game: Game, x: int, y: int) -> list[Finishes]:
    """The features that the tile in its first rotation finishes at a place."""
    return [one for one in consequences_at(game, x, y) if isinstance(one, Finishes)]


def consequences_at(game: Game, x: int, y: int) -> tuple[Consequence, ...]:
    """The consequences of the tile in its first rotation at a place."""
    cell = cell_at(x, y)
    return consequences(game)[PlaceTile(cell, spaces(game)[cell][0])]


def ways_on(game: Game, laid: PlaceTile) -> Iterator[list[Scored]]:
    """The points of laying a tile for each choice, with a pass wherever one is possible."""
    for after in turned_over(play(game, laid)):
        news = after.story[len(game.story) :]
        yield [event for event in news if isinstance(event, Scored) and not event.final]


def turned_over(game: Game) -> Iterator[Game]:
    """The game with the next tile in hand or over, for each way to get there without passing."""
    if game.over or game.drawn is not None:
        yield game
        return
    offered = game.legal_moves()
    for move in (Pass(),) if Pass() in offered else offered:
        yield from turned_over(play(game, move))


# -- random games -------------------------------------------------------------------------------


@for_each("name", GAMES)
def test_COM_08_each_legal_placement_is_listed_once_in_its_space(name: str) -> None:
    for game in some(name, 1):
        moves = [PlaceTile(cell, turn) for cell, turns in spaces(game).items() for turn in turns]
        assert len(moves) == len(set(moves))
        assert set(moves) == set(game.legal_moves()) == set(consequences(game))


@for_each("name", GAMES)
def test_spaces_are_numbered_by_row_from_the_north_and_turned_by_angle(name: str) -> None:
    for game in some(name, 5, 17):
        rows = [(-y, x) for x, y in map(xy, spaces(game))]
        assert rows == sorted(rows)
        assert all(list(turns) == sorted(turns) for turns in spaces(game).values())
        assert list(space_numbers(game).values()) == list(range(1, len(rows) + 1))


@for_each("name", GAMES)
def test_certainly_finished_feature_scores_its_points_with_every_choice(name: str) -> None:
    count = 0
    for game in some(name, 2, 9):
        for laid, does in layings(game):
            sure = [
                consequence
                for consequence in does
                if isinstance(consequence, Finishes) and consequence.is_certain
            ]
            for events in ways_on(game, laid) if sure else ():
                scored = [(event.kind, event.points, total_points(event.terms)) for event in events]
                for finish in sure:
                    assert (finish.kind, finish.points, finish.worth) in scored
                    count += 1
    assert count


@for_each("name", GAMES, fast=2)
def test_uncertainly_finished_feature_stays_open_with_some_choice(name: str) -> None:
    count = 0
    for seed in range(3):
        for game in some(name, seed, 3):
            for laid, does in layings(game):
                finished = [c for c in does if isinstance(c, Finishes)]
                if not all(finish.is_certain for finish in finished):
                    least = min(map(len, ways_on(game, laid)))
                    assert least < len(finished)
                    count += 1
    assert bool(count) is ("ferries" in name)


@for_each("name", GAMES)
def test_placement_that_finishes_nothing_scores_nothing(name: str) -> None:
    for game in some(name, 3, 9):
        for laid, does in layings(game):
            if not any(isinstance(consequence, Finishes) for consequence in does):
                assert not any(map(any, ways_on(game, laid)))


@for_each("name", ["hunters", "base", "base+traders"])
def test_consequences_include_a_second_tile_exactly_when_one_is_drawn(name: str) -> None:
    brought = 0
    for game in some(name, 9, 3):
        for laid, does in layings(game):
            played = play(game, laid)
            second = [
                not any(isinstance(e, TurnBegan | GameEnded) for e in news)
                for news in (after.story[len(game.story) :] for after in turned_over(played))
            ]
            is_listed = SecondTile() in does
            assert is_listed in second
            brought += is_listed
    assert bool(brought) is (name != "base")


@for_each("name", GAMES)
def test_extension_is_marked_around_when_the_tile_is_no_part_of_the_feature(name: str) -> None:
    seen = set()
    for game in some(name, 8, 9):
        for laid, does in layings(game):
            after = play_to_next_decision(game, laid)
            for consequence in does:
                if isinstance(consequence, Extends):
                    parts = [
                        area
                        for area in after.board.areas(consequence.kind)
                        if laid.cell in map(cell_of, area.spots)
                        and tuple(dict.fromkeys(p.seat for p in area.pieces)) == consequence.owners
                    ]
                    assert bool(parts) is not consequence.around
                    seen.add(consequence.around)
    assert seen == ({True, False} if name.startswith("base") else {False})


# -- worked examples ----------------------------------------------------------------------------


def test_no_space_is_offered_without_a_tile_in_hand() -> None:
    game = play_to_next_decision(base(hand="B"), PlaceTile(cell_at(0, -1), 0))
    assert not spaces(game) and not consequences(game)


def test_free_finished_city_has_points_but_no_owner() -> None:
    finish = Finishes("city", (), 2, free=True, is_certain=True)
    assert consequences_at(base(hand="E"), 0, 1) == (finish,)


def test_no_feature_is_free_without_followers_left() -> None:
    game = base(hand="E")
    nothing = dict.fromkeys(game.supply[0], 0)
    game = game.replace(supply=(nothing, *game.supply[1:]))
    finish = Finishes("city", (), 2, free=False, is_certain=True)
    assert consequences_at(game, 0, 1) == (finish,)


def test_owner_of_a_finished_city_gets_its_points() -> None:
    game = base("Red D 1 0 rot0 knight a", hand="E")
    finish = Finishes("city", ((0, 2),), 2, free=False, is_certain=True)
    assert finishes(game, 1, 1) == [finish]


def test_a_tile_around_a_monastery_extends_it_from_outside() -> None:
    game = base("Red B 0 -1 rot0 monk a", hand="E")
    around = {one for _laid, does in layings(game) for one in does if isinstance(one, Extends)}
    assert Extends("monastery", (0,), around=True) in around


def test_features_of_the_mover_are_named_before_those_of_others() -> None:
    game = base("Red D 1 0 rot0 knight a\nBlue D -1 0 rot0 knight a", hand="E")
    seats = [
        [game.turn in one.owners for one in does if isinstance(one, Extends)]
        for _laid, does in layings(game)
    ]
    assert all(own == sorted(own, reverse=True) for own in seats)


def test_F12_road_ending_at_a_new_lake_is_not_certainly_finished() -> None:
    game = ferries("Red L 1 0 rot180 thief b", hand="FER-FRRR")
    roads = [
        one
        for _laid, does in layings(game)
        for one in does
        if isinstance(one, Finishes) and one.kind == "road"
    ]
    assert roads
    assert not any(finish.is_certain for finish in roads)
