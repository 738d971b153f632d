"""Views of a game (frames, tints, numbers, ghosts), checked as values."""

import random
from collections import Counter
from itertools import pairwise

from renderer.animations.replay import turn_ends
from renderer.layout import board_scene
from renderer.points_chart import points_history
from renderer.position_facts import points_gained
from renderer.scene import GapMark, Ink, Label, Panel, PieceOn, TileAt
from renderer.view import owners_view, scored_feature_view, seat_view, turn_view, whole_view
from rules.analysis.viewport import PHONE_PIXELS
from rules.game import Game
from rules.geometry import cell_at
from rules.pieces import leaders
from rules.random_play import deal, random_game
from rules.story import Scored, Skipped, Term, TilePlaced, TurnBegan, totals
from rules.variants.ferries import TurnFerry
from tests.support.random_games import positions


def games(seed: int = 2, seats: int = 3, name: str = "hunters") -> list[Game]:
    return list(positions(name, seats, seed))


GAMES = games()
MIDDLE = GAMES[len(GAMES) // 2]


def test_owners_view_tints_every_held_area_in_the_colours_of_its_leaders() -> None:
    tints = owners_view(MIDDLE).tints
    held = 0
    for layer in MIDDLE.board.layers:
        for area in MIDDLE.board.areas(layer):
            if area.pieces:
                held += 1
                assert all(spot in tints for spot in area.spots)
                assert layer == "system" or tints[area.spots[0]] == leaders(area.pieces)
    assert held


def test_owners_view_writes_the_points_of_each_tinted_area_on_it() -> None:
    for game in (MIDDLE, GAMES[-1]):
        view = owners_view(game)
        assert view.worths
        assert all(words.startswith("+") == game.over for words in view.worths.values())
        scene = board_scene(game, view)
        labels = Counter(item.text for item in scene.items if isinstance(item, Label))
        assert not Counter(view.worths.values()) - labels
        assert all(
            item.size * PHONE_PIXELS / scene.width >= 11
            for item in scene.items
            if isinstance(item, Label) and item.text in view.worths.values()
        )


def test_owners_view_without_aids_has_the_tint_alone_until_the_end() -> None:
    plain = owners_view(MIDDLE, aided=False)
    assert plain.tints == owners_view(MIDDLE).tints and not plain.worths and not plain.dead
    assert owners_view(GAMES[-1], aided=False) == owners_view(GAMES[-1])


def test_points_of_areas_lie_on_no_space_for_a_tile_and_beside_the_figures() -> None:
    scene = board_scene(MIDDLE, owners_view(MIDDLE))
    coins = [item for item in scene.items if isinstance(item, Panel) and item.ink is Ink.AMBER]
    gaps = [item for item in scene.items if isinstance(item, GapMark)]
    figures = [
        (tile.x + on.x, tile.y + on.y)
        for tile in scene.items
        if isinstance(tile, TileAt)
        for on in tile.on
        if isinstance(on, PieceOn)
    ]
    assert coins and gaps and figures
    for coin in coins:
        assert not any(
            coin.x < gap.x + gap.size
            and gap.x < coin.x + coin.width
            and coin.y < gap.y + gap.size
            and gap.y < coin.y + coin.height
            for gap in gaps
        )
        assert not any(
            coin.x < x < coin.x + coin.width and coin.y < y < coin.y + coin.height
            for x, y in figures
        )


def test_seat_view_tints_only_areas_the_seat_leads_or_shares() -> None:
    for seat in range(3):
        assert all(seat in seats for seats in seat_view(MIDDLE, seat).tints.values())


def test_numbers_count_each_section_of_a_river() -> None:
    scored = next(
        event
        for event in GAMES[-1].story
        if isinstance(event, Scored) and event.terms[0].name == "sections"
    )
    numbers = sorted(map(int, scored_feature_view(scored).zone_labels.values()))
    assert numbers == list(range(1, scored.terms[0].number + 1))


def test_numbers_count_each_tile_of_a_city_once() -> None:
    spots = (cell_at(0, 0), cell_at(0, 0) + 1, cell_at(1, 0))
    scored = Scored("city", spots, (Term("tiles", 2, 2),), ((0, 4),))
    assert list(scored_feature_view(scored).zone_labels.values()) == ["1", "2"]


def test_a_ferry_that_may_be_turned_shows_the_letters_of_its_roads() -> None:
    turning = [
        (game, move)
        for game in games(1, name="base+ferries")
        for move in game.legal_moves()
        if isinstance(move, TurnFerry)
    ]
    assert turning
    for game, move in turning:
        letters = whole_view(game).zone_labels
        assert letters[game.board.spot(move.cell, move.a)] == move.a
        assert letters[game.board.spot(move.cell, move.b)] == move.b


def test_turn_view_since_an_event_frames_and_counts_all_its_tiles() -> None:
    counted = 0
    for game in GAMES[20:-1:5]:
        since = [n for n, e in enumerate(game.story) if isinstance(e, TilePlaced)][-4]
        view = turn_view(game, since=since)
        cells = [event.cell for event in game.story[since:] if isinstance(event, TilePlaced)]
        assert [cell for cell, _seat in view.frames][-4:] == cells
        assert view.gained == totals(game.story[since:], 3)
        counted += view.gained != turn_view(game).gained
    assert counted


def test_points_history_ends_with_the_scores() -> None:
    history = points_history(GAMES[-1].story, 3)
    assert tuple(points[-1] for points in history.points) == GAMES[-1].scores
    assert all(len(points) == history.turns + 1 for points in history.points)


def test_COM26_skipped_turn_is_a_frame_of_the_replay_and_a_point_of_the_chart() -> None:
    chance = random.Random(3)
    header = deal("hunters", 2, chance)
    record = "\n".join(random_game(header, chance, skips=20))
    ends = list(turn_ends(record))
    begun = [sum(isinstance(event, TurnBegan) for event in game.story) for game in ends]
    assert begun == [*range(1, begun[-1] + 1), begun[-1]] and ends[-1].over
    skips = [
        (before, game)
        for before, game in pairwise(ends)
        if Skipped(before.turn) in game.story[len(before.story) :]
        and len(before.board.tiles) == len(game.board.tiles)
    ]
    assert len(skips) > 5
    for before, game in skips:
        assert points_gained(game) == (0, 0) and game.scores == before.scores
    assert points_history(ends[-1].story, 2).turns == begun[-1]
