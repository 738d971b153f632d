"""Pictures of a choice: the laid tile with its letters, and the path of a walking token."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import dist

from renderer import text
from renderer.anchors import BUILDING_RADIUS, building_middles
from renderer.art.drawing import Extent
from renderer.art.parts import art_of
from renderer.choice_pictures import cells_view, options_scene, preview_view
from renderer.layout import board_scene, preview_scene
from renderer.players import Players
from renderer.scene import DiscOn, Frame, Label, Tab, TileAt
from renderer.score_strip import lettered_tile
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import PlaceTile
from rules.variants import rulebook
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import TurnFerry
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.random_games import positions
from tests.support.tile_looks import GAMES

PLAYERS = Players.of(("Ana", "Bo"), (0, 1))


def moments(name: str, seed: int) -> Iterator[Game]:
    return (game for game in positions(name, 2, seed) if not game.over)


@for_each("name", FIVE)
def test_preview_letters_every_segment_once(name: str) -> None:
    seen = 0
    for number, game in enumerate(moments(name, 3)):
        if number % 17 or game.drawn is None:
            continue
        [laid, *_] = (move for move in game.legal_moves() if isinstance(move, PlaceTile))
        bare = play_draft(game, [laid])
        scene = preview_scene(bare, preview_view(bare, PLAYERS))
        letters = [
            on.text
            for item in scene.items
            if isinstance(item, TileAt)
            for on in item.on
            if isinstance(on, DiscOn)
        ]
        assert sorted(letters) == [zone.letter for zone in bare.last_form.tile.zones]
        seen += 1
    assert seen > 2


@for_each("name", GAMES)
def test_letter_of_a_building_does_not_cover_it_at_any_size(name: str) -> None:
    art, buildings = art_of(rulebook(name)), 0
    for form in rulebook(name).forms.values():
        look = art.look(form.tile)
        letters = {zone.letter for zone in form.tile.zones}
        houses = {zone.letter for zone in form.tile.zones if look.extent(zone) is Extent.HOUSE}
        for rotation, (size, em) in product(range(4), ((48, 14), (96, 20), (256, 22))):
            radius = text.DISC_RADIUS_EMS * em
            for x, y in building_middles(look, rotation):
                buildings += 1
                for disc in lettered_tile(look, rotation, size, em, letters).on:
                    assert isinstance(disc, DiscOn)
                    off = dist((disc.x, disc.y), (x * size, y * size))
                    if disc.text in houses or size == 256:
                        assert off >= radius + BUILDING_RADIUS * size - 1
                    assert radius - 1 <= min(disc.x, disc.y)
                    assert max(disc.x, disc.y) <= size - radius + 1
    assert bool(buildings) == (name != "hunters")


def test_options_have_the_letters_of_the_segments_that_their_titles_name() -> None:
    turning = next(
        game
        for game in moments("base+ferries", 1)
        if game.drawn is None and any(isinstance(move, TurnFerry) for move in game.legal_moves())
    )
    moves = [move for move in turning.legal_moves() if isinstance(move, TurnFerry)]
    items = options_scene(turning, PLAYERS).items
    titles = [item.text for item in items if isinstance(item, Label) and ":" in item.text]
    assert [title.split(": ")[1] for title in titles] == [f"{one.a}-{one.b}" for one in moves]
    letters = Counter(
        on.text
        for item in items
        if isinstance(item, TileAt)
        for on in item.on
        if isinstance(on, DiscOn)
    )
    assert letters == Counter(letter for move in moves for letter in (move.a, move.b))


def test_A30_cells_to_choose_are_framed_without_an_emblem() -> None:
    game = next(
        game
        for seed in range(20)
        for game in moments("ark", seed)
        if game.drawn is None and any(isinstance(move, SetArk) for move in game.legal_moves())
    )
    scene = board_scene(game, cells_view(game, PLAYERS))
    framed = sum(isinstance(item, Frame) for item in scene.items)
    assert framed == len(game.legal_moves())
    assert not any(isinstance(item, Tab) for item in scene.items)
