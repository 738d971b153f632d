"""Placements of the drawn tile with their consequences, the best first."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from rules.analysis.placement_ranking import (
    Extends,
    Finishes,
    SecondTile,
    TilePlacement,
    ranked_placements,
    unranked_placements,
)
from rules.game import Game, play, play_to_next_decision
from rules.geometry import CROSS, cell_at, cell_of, reading_order, xy
from rules.moves import Move, Pass, PlaceTile
from rules.scoring import total_points
from rules.story import GameEnded, Scored, TurnBegan
from tests.support import base_positions, hunters_positions
from tests.support.base_positions import base, ferries
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR

GAMES: Final = (*FOUR, ALL_TOGETHER)


def some(name: str, seed: int, step: int = 5) -> Iterator[Game]:
    """Every so many moments of a random game in which a tile is in hand."""
    if name == "hunters":
        positions: Iterator[tuple[Game, Move | None]] = hunters_positions.random_positions(3, seed)
    else:
        positions = base_positions.random_positions(name, 3, seed)
    return islice((game for game, _ in positions if game.hand is not None), 0, None, step)


def layings(game: Game) -> Iterator[TilePlacement]:
    """Every way to lay the tile in hand."""
    return (laying for ways in ranked_placements(game) for laying in ways)


def ways_on(game: Game, laying: TilePlacement) -> Iterator[list[Scored]]:
    """The points of laying a tile for each choice, with a pass wherever one is possible."""
    for after in turned_over(play(game, PlaceTile(laying.cell, laying.rotation))):
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


def placements_at(game: Game, x: int, y: int) -> tuple[TilePlacement, ...]:
    """The ways to lay the tile at a place, best first."""
    return next(ways for ways in ranked_placements(game) if xy(ways[0].cell) == (x, y))


# -- random games -------------------------------------------------------------------------------


@for_each("name", GAMES)
def test_COM_08_each_legal_placement_is_listed_once_under_its_gap(name: str) -> None:
    for game in some(name, 1):
        for gaps in (ranked_placements(game), unranked_placements(game)):
            moves = [
                PlaceTile(placement.cell, placement.rotation) for ways in gaps for placement in ways
            ]
            assert len(moves) == len(set(moves))
            assert set(moves) == set(game.legal_moves())
            assert all(len({placement.cell for placement in ways}) == 1 for ways in gaps)


@for_each("name", GAMES)
def test_certainly_finished_feature_scores_its_points_with_every_choice(
    name: str,
) -> None:
    count = 0
    for game in some(name, 2, 9):
        for laying in layings(game):
            sure = [
                consequence
                for consequence in laying.consequences
                if isinstance(consequence, Finishes) and consequence.is_certain
            ]
            for events in ways_on(game, laying) if sure else ():
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
            for laying in layings(game):
                finished = [c for c in laying.consequences if isinstance(c, Finishes)]
                if not all(finish.is_certain for finish in finished):
                    least = min(map(len, ways_on(game, laying)))
                    assert least < len(finished)
                    count += 1
    assert bool(count) is ("ferries" in name)


@for_each("name", GAMES)
def test_placement_that_finishes_nothing_scores_nothing(name: str) -> None:
    for game in some(name, 3, 9):
        for laying in layings(game):
            if not any(isinstance(consequence, Finishes) for consequence in laying.consequences):
                assert not any(map(any, ways_on(game, laying)))


def rank(game: Game, laying: TilePlacement) -> tuple[int, ...]:
    """The sort key of a placement; the least is the best."""
    closed = [
        consequence for consequence in laying.consequences if isinstance(consequence, Finishes)
    ]
    owners = [
        consequence.owners
        for consequence in laying.consequences
        if isinstance(consequence, Extends)
    ]
    points = [more for finish in closed for more in finish.points]
    gain = sum(n for seat, n in points if seat == game.turn)
    gain += max((finish.worth for finish in closed if finish.free), default=0)
    given = sum(n for seat, n in points if seat != game.turn)
    own = sum(game.turn in seats for seats in owners)
    near = sum(laying.cell + step in game.board.tiles for step in CROSS)
    last = (SecondTile() not in laying.consequences, -own, not closed, own - len(owners), -near)
    return -gain, not gain and given > 0, given, *last


@for_each("name", GAMES)
def test_placements_and_gaps_are_sorted_by_rank_then_reading_order(name: str) -> None:
    """Equal placements are sorted by rotation, equal gaps in reading order."""
    for game in some(name, 7):
        gaps = ranked_placements(game)
        order = [(rank(game, best), reading_order(best.cell)) for best, *_ in gaps]
        assert order == sorted(order)
        for ways in gaps:
            ranks = [(rank(game, laying), laying.rotation) for laying in ways]
            assert ranks == sorted(ranks)


@for_each("name", ["hunters", "base", "base+traders"])
def test_consequences_include_a_second_tile_exactly_when_one_is_drawn(name: str) -> None:
    brought = 0
    for game in some(name, 9, 3):
        for laying in layings(game):
            played = play(game, PlaceTile(laying.cell, laying.rotation))
            second = [
                not any(isinstance(e, TurnBegan | GameEnded) for e in news)
                for news in (after.story[len(game.story) :] for after in turned_over(played))
            ]
            is_listed = SecondTile() in laying.consequences
            assert is_listed in second
            brought += is_listed
    assert bool(brought) is (name != "base")


@for_each("name", GAMES)
def test_extension_is_marked_around_when_the_tile_is_no_part_of_the_feature(name: str) -> None:
    seen = set()
    for game in some(name, 8, 9):
        for laying in layings(game):
            laid = play_to_next_decision(game, PlaceTile(laying.cell, laying.rotation))
            for consequence in laying.consequences:
                if isinstance(consequence, Extends):
                    parts = [
                        area
                        for area in laid.board.areas(consequence.kind)
                        if laying.cell in map(cell_of, area.spots)
                        and tuple(dict.fromkeys(p.seat for p in area.pieces)) == consequence.owners
                    ]
                    assert bool(parts) is not consequence.around
                    seen.add(consequence.around)
    assert seen == ({True, False} if name.startswith("base") else {False})


@for_each("name", GAMES)
def test_unranked_placements_are_in_reading_order(name: str) -> None:
    for game in some(name, 5, 17):
        gaps = unranked_placements(game)
        order = [reading_order(ways[0].cell) for ways in gaps]
        assert order == sorted(order)
        for ways in gaps:
            rotations = [laying.rotation for laying in ways]
            assert rotations == sorted(rotations)
        for laying in (laying for ways in gaps for laying in ways):
            assert laying.consequences == ()


# -- worked examples ----------------------------------------------------------------------------


def test_no_place_is_offered_without_a_tile_in_hand() -> None:
    game = play_to_next_decision(base(hand="B"), PlaceTile(cell_at(0, -1), 0))
    assert ranked_placements(game) == unranked_placements(game) == ()


def test_free_finished_city_has_points_but_no_owner() -> None:
    (laying,) = placements_at(base(hand="E"), 0, 1)
    assert laying.consequences == (Finishes("city", (), 2, free=True, is_certain=True),)


def test_no_feature_is_free_without_followers_left() -> None:
    game = base(hand="E")
    nothing = dict.fromkeys(game.supply[0], 0)
    (laying,) = placements_at(game.replace(supply=(nothing, *game.supply[1:])), 0, 1)
    assert laying.consequences == (Finishes("city", (), 2, free=False, is_certain=True),)


def test_owner_of_a_finished_city_gets_its_points() -> None:
    game = base("Red D 1 0 rot0 knight a", hand="E")
    finished = [
        consequence
        for consequence in placements_at(game, 1, 1)[0].consequences
        if isinstance(consequence, Finishes)
    ]
    assert finished == [Finishes("city", ((0, 2),), 2, free=False, is_certain=True)]


def test_a_tile_around_a_monastery_extends_it_from_outside() -> None:
    game = base("Red B 0 -1 rot0 monk a", hand="E")
    around = {
        consequence
        for laying in layings(game)
        for consequence in laying.consequences
        if isinstance(consequence, Extends)
    }
    assert Extends("monastery", (0,), around=True) in around


def test_placement_that_gives_others_less_comes_first_when_none_gains() -> None:
    """L15 ends the river of Blue at 0 2 with its spring, or with its lake of two fish."""
    game = hunters_positions.game_after_script(
        """
        Red   L67 0 1 rot180
        Blue  L56 0 2 rot90 fisher a
        """,
        hand="L15",
    )
    best, second = placements_at(game, 0, 3)
    given = [
        consequence.points
        for laying in (best, second)
        for consequence in laying.consequences
        if isinstance(consequence, Finishes)
    ]
    assert given == [((1, 4),), ((1, 6),)]


def test_own_points_and_points_to_claim_are_worth_the_same() -> None:
    game = base("Red D -1 0 rot0 knight a\nBlue D 1 0 rot0", hand="E")
    cities = [xy(ways[0].cell) for ways in ranked_placements(game)][:3]
    assert cities == [(-1, 1), (0, 1), (1, 1)], "each gains two points: in reading order"


def test_F12_road_ending_at_a_new_lake_is_not_certainly_finished() -> None:
    game = ferries("Red L 1 0 rot180 thief b", hand="FER-FRRR")
    roads = [
        consequence
        for laying in layings(game)
        for consequence in laying.consequences
        if isinstance(consequence, Finishes) and consequence.kind == "road"
    ]
    assert roads
    assert not any(finish.is_certain for finish in roads)
