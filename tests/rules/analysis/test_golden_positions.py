"""Golden texts of the analysis of random positions: placements, features, odds, windows."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rules.analysis.board_news import news_cells, piece_news, tiles_laid_since
from rules.analysis.deployment_choices import best_choices_first, deployment_choices
from rules.analysis.draw_odds import (
    count_undrawn,
    dead_gaps,
    draw_chance,
    fitting_kinds,
    fitting_rotations,
    gaps,
    kinds_left,
    next_tile_odds,
)
from rules.analysis.features import features
from rules.analysis.history import (
    bag_of_drawn_tile,
    final_ranking,
    index_after_last_turn,
    last_scored_feature,
    recent_placements,
)
from rules.analysis.honours import honours, rarity, seat_honours
from rules.analysis.hypothetical_scores import projected_scores
from rules.analysis.placements import consequences, spaces
from rules.analysis.tile_faces import drawn_face_turned
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.analysis.tile_shares import tile_shares
from rules.analysis.viewport import board_room, count_spaces_outside, news_window, turn_window
from rules.game import Game
from rules.geometry import xy
from rules.moves import PlaceTile
from rules.notation import write
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.goldens import assert_golden, plain
from tests.support.random_games import random_positions

GOLDENS = Path(__file__).parent / "goldens"
MOVES_BEFORE = (14, 60, -16)
"""The numbers of the positions described, or of the ones before them with a tile in hand."""


@for_each("name", FIVE)
def test_positions_and_the_end_of_a_game_are_described_as_they_always_were(name: str) -> None:
    games = [game for game, _move in random_positions(name, 3, 5)]
    lines: list[str] = []
    for number in MOVES_BEFORE:
        lines += described(next(game for game in reversed(games[:number]) if game.drawn))
    assert_golden(GOLDENS / f"{name}.txt", [*lines, *described_end(games[-1])])


def described(game: Game) -> Iterator[str]:
    """Describe a position with a tile in hand."""
    board, seats = game.board, range(game.seats)
    yield f"# {len(board.tiles)} tiles, {game.drawn} of {bag_of_drawn_tile(game)}"
    for cell, rotations in islice(spaces(game).items(), 8):
        for rotation in rotations:
            does = consequences(game)[PlaceTile(cell, rotation)]
            yield f"place {xy(cell)} {rotation}: {plain(does)}"
    cell, rotations = next(iter(spaces(game).items()))
    laid = PlaceTile(cell, rotations[0])
    choices = deployment_choices(game, laid)
    best = [write(choice.move) for choice in best_choices_first(choices, game.turn)]
    yield f"best {', '.join(best)}"
    for choice in choices[:6]:
        rest = (choice.points, choice.points_from_figure, choice.marks, choice.points_promised)
        yield f"{write(choice.move)}: {plain(rest)}, unclaimed {choice.points_unclaimed}"
    for feature in features(game):
        if not feature.is_negligible:
            yield (
                f"{feature.kind} {xy(feature.place)} {feature.letter}, counts "
                f"{plain(feature.counts)}, marks {plain(feature.marks)}, now {feature.now}, "
                f"finished {feature.when_finished}, at the end {feature.at_the_end}, owners "
                f"{plain(feature.owners)}, missing {len(feature.missing)}, fitting "
                f"{len(feature.fitting)}, live {feature.live}, order {plain(feature.order())}"
            )
    cells = gaps(game)
    yield f"dead {plain(map(xy, dead_gaps(game)))}, {count_undrawn(game)} undrawn"
    for cell in cells[:4]:
        chances = plain([draw_chance(game, seat, cell) for seat in seats])
        kinds = sum(fitting_kinds(game, cell).values())
        yield f"gap {xy(cell)}: {chances}, {kinds} fit, now {plain(fitting_rotations(game, cell))}"
    for seat in seats:
        yield f"next of {seat}: {plain(islice(next_tile_odds(game, seat).items(), 5))}"
    for kinds_of_bag in kinds_left(game).values():
        groups = group_tiles(game, kinds_of_bag)
        yield plain((group.segments, group.bare, group.number) for group in groups)
        yield plain(merge_equal_kinds(game, kinds_of_bag.items()))
    yield f"shares {plain(projected_scores(game))}, recent {plain(recent_placements(game))}"
    starts = [index_after_last_turn(game, seat) for seat in seats]
    yield f"starts {plain(starts)}, room {plain(board_room(game))}"
    for since in (*starts, 1):
        yield plain((turn_window(game, since), count_spaces_outside(game, since)))
        yield plain((news_window(game, news_cells(game, since)), tiles_laid_since(game, since)))
        news = piece_news(game, since)
        yield plain((one.piece.seat, xy(one.piece.spot), one.points, one.gone) for one in news)
    scored = last_scored_feature(game)
    if scored is not None:
        yield plain(tile_shares(board, scored[1], scored[1].cells()[0]))
    for rotation in range(4):
        segments = drawn_face_turned(game, rotation).segments
        yield plain((one.letter, one.terrain, one.sides, one.direction) for one in segments)
    yield ""


def described_end(game: Game) -> Iterator[str]:
    yield f"# {plain(game.scores)}, {plain(final_ranking(game))}"
    for honour in honours(game):
        yield f"{plain(honour)}, rarity {rarity(honour)}"
    yield plain(honour.kind for honour in seat_honours(game))
