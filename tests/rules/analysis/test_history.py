"""Turns, recent events and last placements found in the story of a game."""

from itertools import islice, pairwise

from rules.analysis.history import (
    bag_of_drawn_tile,
    cells_laid_since,
    concerns_seat,
    index_after_last_turn,
    index_of_last_tile,
    last_scored_feature,
    recent_placements,
    spent_pieces,
    split_turns,
    tile_number_in_turn,
    winners,
)
from rules.geometry import cell_at
from rules.story import Resigned, Scored, Skipped, TileDrawn, TilePlaced, TurnBegan
from rules.table_decisions import end_early, skip
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import base, game_with_placement
from tests.support.random_games import random_positions

GAMES = (*FOUR, ALL_TOGETHER)


@for_each("name", GAMES)
def test_split_turns_together_are_the_whole_story(name: str) -> None:
    *_, (game, _move) = random_positions(name, 3, 1)
    cut = list(split_turns(game.story))
    assert [event for events in cut for event in events] == list(game.story)
    assert all(isinstance(events[0], TurnBegan) for events in cut)
    assert not any(isinstance(event, TurnBegan) for events in cut for event in events[1:])


@for_each("name", GAMES)
def test_seat_has_laid_no_tile_after_its_last_turn(name: str) -> None:
    for game, _move in random_positions(name, 3, 2):
        for seat in range(3):
            start = index_after_last_turn(game, seat)
            laid = [e for e in game.story if isinstance(e, TilePlaced) and e.seat == seat]
            since = [e for e in game.story[start:] if isinstance(e, TilePlaced) and e.seat == seat]
            assert not since or (start == 0 and not laid)
            assert bool(start) is bool(laid)


def test_COM26_skipped_turn_comes_after_the_last_turn_of_its_seat() -> None:
    """A player who laid a tile and went offline has not seen the end of that turn."""
    in_hand = base("Red V 1 0 rot0", hand="E V")
    laid = game_with_placement(skip(in_hand), "0 1 rot180")
    both = skip(laid)
    for seat, start in ((1, 0), (0, both.story.index(Skipped(0)))):
        assert index_after_last_turn(both, seat) == start
    ended = end_early(laid)
    assert index_after_last_turn(ended, 0) == len(ended.story)


@for_each("name", GAMES)
def test_tiles_are_numbered_within_each_turn(name: str) -> None:
    seen = set()
    for game, _move in islice(random_positions(name, 3, 4), 0, None, 7):
        laid = [
            [event.cell for event in events if isinstance(event, TilePlaced)]
            for events in split_turns(game.story)
        ]
        assert tile_number_in_turn(game) == len(laid[-1]) + 1
        for cells in laid:
            numbers = [tile_number_in_turn(game, cell) for cell in cells]
            assert numbers == [*range(1, len(cells) + 1)]
            seen.update(numbers)
        assert tile_number_in_turn(game, cell_at(0, 0)) == 1, (
            "the start tile is the first of its own"
        )
    assert seen == ({1, 2} if name in ("hunters", ALL_TOGETHER) else {1})


@for_each("name", GAMES)
def test_last_placement_in_the_story_is_the_placed_cell_of_the_game(name: str) -> None:
    for (_before, move), (game, _move) in pairwise(random_positions(name, 2, 3)):
        event = game.story[index_of_last_tile(game)]
        assert isinstance(event, TilePlaced) and move is not None
        assert event.cell == game.placed


def test_last_tile_is_at_index_0_before_the_first_tile() -> None:
    assert index_of_last_tile(base(hand="E")) == 0


@for_each("name", GAMES)
def test_bag_of_the_drawn_tile_is_the_one_in_the_story(name: str) -> None:
    bags = set()
    for game, _move in random_positions(name, 2, 4):
        bag = bag_of_drawn_tile(game)
        assert (bag is None) is (game.drawn is None)
        if bag is not None:
            bags.add(bag)
            assert TileDrawn(game.turn, bag, str(game.drawn)) in game.story
    assert bags == set(game.bags)


def test_last_scored_feature_is_the_newest_score_with_points() -> None:
    game = base("Red E 0 1 rot180 knight a", hand="V")
    last_scored = last_scored_feature(game)
    assert last_scored is not None
    number, event = last_scored
    assert game.story[number] is event
    assert (event.kind, event.points) == ("city", ((0, 2),))
    assert last_scored_feature(game, cell_at(0, 1)) == last_scored
    assert last_scored_feature(game, cell_at(5, 5)) is None
    nobody = Scored("road", event.spots, event.terms, ())
    assert last_scored_feature(game.with_events(nobody)) == last_scored, "points come before none"
    assert last_scored_feature(base("Red E 0 1 rot180", hand="V")) is not None, (
        "if there is nothing else"
    )


def test_event_concerns_a_seat_by_its_points_pieces_or_areas() -> None:
    game = base("Red V 1 0 rot0 thief a", hand="E")
    tile = TilePlaced(1, "V", cell_at(1, 0), 0)
    assert concerns_seat(tile, game, 0)
    assert not concerns_seat(tile, game, 1)
    scored = Scored("road", (), (), ((1, 3),), game.board.pieces())
    assert concerns_seat(scored, game, 1), "it gets the points"
    assert concerns_seat(scored, game, 0), "its piece stood there"
    assert concerns_seat(Resigned(0), game, 1)
    assert concerns_seat(Skipped(0), game, 0)
    assert not concerns_seat(Skipped(0), game, 1), "it keeps its seat"
    assert not concerns_seat(TurnBegan(0), game, 0)


def test_A24_spent_piece_does_not_return_to_the_supply() -> None:
    """Pieces said to leave the game return to no supply."""
    count = 0
    for seed in range(6):
        before = None
        for game, _move in random_positions("ark", 2, seed):
            new = game.story[len(before.story) :] if before is not None else ()
            for event in new:
                if isinstance(event, Scored) and not event.final:
                    gone = spent_pieces(game, event)
                    assert {piece.role.name for piece in gone} <= {"prophet"}
                    for piece in gone:
                        assert game.supply[piece.seat][piece.role.kind] == 0
                        count += 1
            before = game
    assert count > 1


@for_each("name", GAMES)
def test_recent_placements_go_back_to_the_last_turn_of_the_seat_to_move(name: str) -> None:
    """Told backwards by turns: this one, and the others up to the one before of the same seat."""
    for game, _move in random_positions(name, 3, 6):
        expected: list[tuple[int, int]] = []
        for number, events in enumerate(reversed(list(split_turns(game.story)))):
            tiles = [(e.cell, e.seat) for e in events if isinstance(e, TilePlaced)]
            if number and any(seat == game.turn for _, seat in tiles):
                break
            expected = tiles + expected
        assert recent_placements(game) == tuple(expected)


@for_each("name", GAMES)
def test_new_tiles_since_an_event_include_those_of_the_seat_to_move(name: str) -> None:
    """Since its own last turn all is new; since any time after that, what was laid lately."""
    own = 0
    for game, _move in islice(random_positions(name, 3, 6), 0, None, 3):
        placed = [n for n, e in enumerate(game.story) if isinstance(e, TilePlaced)]
        for since in placed[-5:]:
            new = cells_laid_since(game, since)
            assert new == tuple(e.cell for e in game.story[since:] if isinstance(e, TilePlaced))
            lately = tuple(cell for cell, _seat in recent_placements(game))
            more = len(new) > len(lately)
            assert tuple(cell for cell, _ in recent_placements(game, since)) == (
                new if more else lately
            )
            own += more
    assert own > 10
    assert cells_laid_since(game, None) == ()


def test_COM21_winners_are_known_only_when_the_game_is_over() -> None:
    """Red has two points for a city, Blue none; without the city they share the victory."""
    game = base("Red E 0 1 rot180 knight a", hand="V")
    assert winners(game) == ()
    assert winners(end_early(game)) == (0,)
    assert winners(end_early(base("Red V 1 0 rot0", hand="V"))) == (0, 1)
