"""Rules shared by all games: set-up, turn, placing, deploying (COM-01 to COM-23, H-01 to H-23)."""

import random
from collections import Counter

import pytest

from rules.errors import IllegalMove
from rules.game import Game, is_open_decision, play, play_together, run_agenda, start, take_decision
from rules.geometry import MAX_COORDINATE, cell_at, xy
from rules.moves import Deploy, Pass
from rules.pieces import FOLLOWER, Kind
from rules.random_play import deal, random_move
from rules.ruleset import Effect, Step
from rules.story import PieceDeployed, Scored, TileDiscarded, TileDrawn, TilePlaced, TurnBegan
from rules.tiles import Terrain
from rules.turn import Scoring
from rules.variants import rulebook
from rules.variants.ark_temples import ScoreTemples
from rules.variants.traders import TakeGoods
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.positions import (
    BLUE,
    NO_FOLLOWER_LEFT,
    RED,
    area,
    discarded_tiles,
    drawn_tiles,
    events_of_type,
    game_with_placement,
    hunters,
    offered_figures,
    offered_moves,
    only_score,
    refusal,
    supply,
)
from tests.support.random_games import random_positions
from tests.support.read_moves import read

RULES = rulebook("hunters").ruleset

# -- set-up ---------------------------------------------------------------------------------------


def test_H01_there_are_79_land_tiles_of_which_START_lies() -> None:
    land = RULES.bags["bag"]
    assert sum(land.counts.values()) == 79
    assert land.start == "START"
    assert len(land.pile()) == 78 and "START" not in land.pile()
    game = hunters()
    assert [form.tile.id for form in game.board.tiles.values()] == ["START"]
    assert list(game.board.tiles) == [cell_at(0, 0)]
    assert game.board.tiles[cell_at(0, 0)].rotation == 0


def test_H02_the_twelve_bonus_tiles_are_a_pile_of_their_own() -> None:
    game = hunters()
    assert sorted(game.bags["bonus"]) == [f"B{n:02}" for n in range(1, 13)]
    assert not any(tile.startswith("B") for tile in game.bags["bag"])


@for_each("seats", [2, 3, 4, 5])
def test_H03_each_seat_has_five_followers_and_two_huts(seats: int) -> None:
    game = hunters(seats=seats)
    assert [supply(game, seat) for seat in range(seats)] == [(5, 2)] * seats
    assert all(hand.keys() == {FOLLOWER, Kind("hut")} for hand in game.supply)


def test_COM03_each_pile_is_shuffled_by_the_given_random_source() -> None:
    first, again, other = (deal("hunters", 2, random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    for bag, tiles in RULES.bags.items():
        assert Counter(first.bags[bag]) == Counter(tiles.pile())


def test_H10_tiles_and_bonus_tiles_show_the_marks_of_the_rulebook() -> None:
    zones = {
        name: [zone for tile in bag.tiles.values() for zone in tile.zones]
        for name, bag in RULES.bags.items()
    }
    everything = [zone for bag_zones in zones.values() for zone in bag_zones]
    assert {zone.terrain for zone in everything} == {"river", "lake", "forest", "meadow"}
    shown = {
        (bag, zone.terrain): {
            mark for z in bag_zones if z.terrain == zone.terrain for mark in z.marks
        }
        for bag, bag_zones in zones.items()
        for zone in bag_zones
    }
    assert shown == {
        ("bag", "forest"): {"gold"},
        ("bag", "river"): set(),
        ("bag", "lake"): {"fish"},
        ("bag", "meadow"): {"deer", "mammoth", "tiger"},
        ("bonus", "forest"): {"gold", "mushrooms"},
        ("bonus", "river"): set(),
        ("bonus", "lake"): {"fish"},
        ("bonus", "meadow"): {"deer", "mammoth", "tiger", "aurochs", "fire", "shrine"},
    }


def test_H11_a_tile_has_one_to_three_marks_of_a_kind_except_the_great_lake() -> None:
    """The rulebook speaks of 1, 2 or 3 rivers; the box has two tiles with four, L69 and B10."""
    tiles = [tile for bag in RULES.bags.values() for tile in bag.tiles.values()]
    rivers = {t.id: sum(z.terrain == Terrain("river") for z in t.zones) for t in tiles}
    assert {tile for tile, count in rivers.items() if count > 3} == {"L69", "B10"}
    assert max(sum(z.terrain == Terrain("forest") for z in t.zones) for t in tiles) == 3


def test_H30_every_river_end_on_a_tile_is_a_spring_or_a_lake_of_that_tile() -> None:
    for bag in RULES.bags.values():
        for tile in bag.tiles.values():
            for zone in tile.zones:
                if zone.terrain == Terrain("river"):
                    ends = len(zone.ports) + (zone.inner_end is not None)
                    assert ends == 2, f"{tile.id} {zone.letter}"
                    if zone.inner_end not in (None, "spring"):
                        assert tile.zone(str(zone.inner_end)).terrain == Terrain("lake")
                        assert zone.touches == (zone.inner_end,)


# -- the turn -------------------------------------------------------------------------------------


def test_COM01_a_turn_is_draw_place_deploy_score_return_and_the_next_seat() -> None:
    game = hunters(
        """
        Red   L02 0 1 rot0
        Blue  L20 1 1 rot180 gatherer a
        """,
        hand="L60",
    )
    begins = [n for n, event in enumerate(game.story) if isinstance(event, TurnBegan)]
    turn = game.story[begins[1] : begins[2] + 2]
    assert [type(event) for event in turn] == [
        *(TurnBegan, TileDrawn, TilePlaced, PieceDeployed, Scored),
        *(TurnBegan, TileDrawn),
    ]


def test_COM02_seats_follow_each_other_round_the_table() -> None:
    *_, (game, _) = random_positions("hunters", 3, 5)
    order = [event.seat for event in game.story if isinstance(event, TurnBegan)]
    assert order == [n % 3 for n in range(len(order))]
    assert len(order) > 70


def test_COM05_tile_is_drawn_when_the_turn_begins() -> None:
    """While Red decides what to deploy, Blue's tile is still in the pile."""
    game = game_with_placement(hunters(hand="L60 L07"), "0 1 rot0")
    assert offered_figures(game) and drawn_tiles(game) == ["L60"]
    assert game.bags["bag"][0] == "L07"
    game = play(game, Pass())
    assert events_of_type(game, TurnBegan, TileDrawn)[-2:] == [
        TurnBegan(BLUE),
        TileDrawn(BLUE, "bag", "L07"),
    ]


def test_COM15_passing_is_offered_whenever_a_figure_is() -> None:
    game = game_with_placement(hunters(hand="L60"), "0 1 rot0")
    assert offered_moves(game) == ["hunter a", "pass"]
    assert events_of_type(play(game, Pass()), PieceDeployed) == []


# -- placing --------------------------------------------------------------------------------------

SIDE_BY_SIDE = """
    Red   L02 0 1 rot0
    Blue  L20 1 0 rot180
"""


def test_T_H_01_rivers_forests_and_meadows_must_match() -> None:
    assert "place -1 0 rot0" in offered_moves(hunters(hand="L19")), (
        "river to river, meadow to meadow"
    )
    assert "place 1 0 rot0" in offered_moves(hunters(hand="L47")), "forest to forest"
    game = hunters(SIDE_BY_SIDE, hand="L49")
    assert "place 1 1 rot180" in offered_moves(game), "forest to the left and meadow below"
    assert "place 1 1 rot0" not in offered_moves(game)
    error = refusal(game, "place 1 1 rot0")
    assert error.reason == "mismatch"
    assert str(error) == (
        "you can't place it at 1 1 with rot0: its west side is a meadow and would meet a forest. "
        "Try rot180"
    )


def test_COM07_all_four_touching_sides_must_match() -> None:
    """The gap at 1 1 has neighbours on all sides, of which one is a forest."""
    game = hunters(
        """
        Red   L02 0 1 rot0          # forest to its east
        Blue  L20 1 0 rot180        # meadow to its north
        Red   L07 2 0 rot0
        Blue  L60 2 1 rot0          # meadow to its west
        Red   L41 2 2 rot180
        Blue  L22 1 2 rot270        # meadow to its south
        """,
        hand="L49",
    )
    assert [offer for offer in offered_moves(game) if offer.startswith("place 1 1 ")] == [
        "place 1 1 rot180"
    ]


def test_COM08_equivalent_rotation_is_read_as_the_offered_one() -> None:
    game = game_with_placement(hunters(hand="L66"), "1 0 rot180")
    assert events_of_type(game, TilePlaced) == [TilePlaced(RED, "L66", cell_at(1, 0), 0)]


def test_COM09_and_X05_an_unplaceable_tile_leaves_the_game_and_the_same_seat_draws_again() -> None:
    """START's river is closed, so nothing takes the four rivers of L69, nor of L23."""
    game = hunters("Red L04 -1 0 rot180", hand="L69 L23 L60")
    assert discarded_tiles(game) == ["L69", "L23"]
    assert (game.turn, game.drawn) == (BLUE, "L60")
    assert events_of_type(game, TurnBegan, TileDrawn, TileDiscarded)[-6:] == [
        TurnBegan(BLUE),
        TileDrawn(BLUE, "bag", "L69"),
        TileDiscarded(BLUE, "bag", "L69"),
        TileDrawn(BLUE, "bag", "L23"),
        TileDiscarded(BLUE, "bag", "L23"),
        TileDrawn(BLUE, "bag", "L60"),
    ]
    assert not {"L69", "L23"} & set(game.bags["bag"])


def test_COM10_occupied_cell_is_refused() -> None:
    error = refusal(hunters("Red L60 0 1 rot0", hand="L07"), "place 0 1 rot0")
    assert error.reason == "occupied"
    assert str(error) == "there's already a tile at 0 1"


def test_COM23_there_is_no_edge_of_the_table() -> None:
    """A row of all 91 tiles stays within the coordinates, which all tell cells apart."""
    assert MAX_COORDINATE > 79 + 12
    far = [
        (x, y)
        for x in (-MAX_COORDINATE, -1, 0, MAX_COORDINATE)
        for y in (-MAX_COORDINATE, -1, 0, MAX_COORDINATE)
    ]
    assert [xy(cell_at(x, y)) for x, y in far] == far


# -- deploying ------------------------------------------------------------------------------------


def test_H21_each_terrain_has_its_role() -> None:
    game = game_with_placement(hunters(hand="L16"), "0 -1 rot270")
    assert offered_figures(game) == {
        "gatherer a",
        "fisher b",
        "hut b",
        "hut c",
        "hunter d",
        "hunter e",
    }
    assert {role.name: role.kind for role in RULES.roles} == {
        "hunter": FOLLOWER,
        "gatherer": FOLLOWER,
        "fisher": FOLLOWER,
        "hut": Kind("hut"),
    }


def test_COM11_and_H20_one_piece_a_tile_a_follower_or_a_hut() -> None:
    game = game_with_placement(hunters(hand="L19 L60"), "-1 0 rot0")
    for figure, left in ((Deploy("fisher", "a"), (4, 2)), (Deploy("hut", "a"), (5, 1))):
        after = play(game, figure)
        assert supply(after, RED) == left
        assert (after.turn, after.drawn) == (BLUE, "L60"), "Red's turn is over"


def test_COM12_a_feature_that_holds_a_follower_takes_no_other() -> None:
    game = game_with_placement(hunters("Red L47 1 0 rot0 gatherer a", hand="L20"), "2 0 rot180")
    assert "gatherer a" not in offered_figures(game)
    error = refusal(game, "gatherer a")
    assert str(error) == "that forest is taken by seat 0's gatherer at 1 0"


def test_COM12_a_free_feature_joined_to_a_taken_one_is_taken_at_its_other_end_too() -> None:
    """START's free forest looks into the gap at 1 -1 from the north and from the west.

    L78 joins its western end to Blue's forest in the south; its own northern part is another
    segment, but by then of the same forest. (So rare that no game by chance need show it.)
    """
    game = hunters(
        """
        Red   L22 1 0 rot180
        Blue  L70 0 -1 rot0
        Red   L60 0 -2 rot0
        Blue  L32 1 -2 rot180 gatherer a
        """,
        hand="L78",
    )
    assert area(game, "forest", "1 0 a") == area(game, "forest", "0 -1 a")
    assert offered_figures(game_with_placement(game, "1 -1 rot180")) == {"hunter c"}


def test_illegal_figure_after_an_unneeded_pass_is_refused() -> None:
    game = hunters(NO_FOLLOWER_LEFT, hand="L20", seats=2)
    nobody = game.replace(supply=(dict.fromkeys(game.supply[0], 0), *game.supply[1:]))
    place, pass_, figure = read("place 2 0 rot180") + read("pass") + read("gatherer a")
    assert play_together(nobody, (place, pass_))[1] == (place,)
    with pytest.raises(IllegalMove) as caught:
        play_together(nobody, (place, pass_, figure))
    assert caught.value.reason in ("supply", "taken")


def test_COM13_merging_is_always_legal() -> None:
    game = hunters("""
        Red   L47 1 0 rot0 gatherer a
        Blue  L20 1 -1 rot180 gatherer a
        Red   L22 0 -1 rot0
    """)
    assert [piece.seat for piece in area(game, "forest", "0 0 a").pieces] == [RED, BLUE]


def test_COM18_and_X17_a_gatherer_may_score_and_come_home_in_the_turn_he_was_placed() -> None:
    game = hunters("""
        Red   L02 0 1 rot0
        Blue  L20 1 1 rot180 gatherer a
    """)
    assert game.scores == (0, 4)
    assert supply(game, BLUE) == (5, 2)
    assert [piece.seat for piece in only_score(game, "forest").pieces] == [BLUE]


def test_COM22_every_score_is_the_sum_of_its_terms() -> None:
    for seed in range(5):
        *_, (game, _) = random_positions("hunters", 2, seed)
        scored = [event for event in game.story if isinstance(event, Scored)]
        assert len(scored) > 10
        for event in scored:
            worth = sum(number * worth_of_one for _, number, worth_of_one in event.terms)
            assert all(points == worth > 0 for _, points in event.points)


OF_CLOSED_AREAS = (Scoring, TakeGoods, ScoreTemples)
"""Effects that are idle if no area was closed; of the others the idleness is the rule."""


@for_each("name", FIVE)
def test_idle_effect_would_change_nothing(name: str) -> None:
    idle, busy = set[type[Step]](), set[type[Step]]()

    def stops(step: Step, game: Game) -> bool:
        if isinstance(step, Effect):
            if step.is_idle(game):
                after = step.run(game) if isinstance(step, OF_CLOSED_AREAS) else game
                assert (after.story, after.agenda) == (game.story, game.agenda), step
                idle.add(type(step))
            else:
                busy.add(type(step))
        return is_open_decision(step, game)

    chance = random.Random(4)
    header = deal(name, 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        game = run_agenda(take_decision(game, random_move(game, chance))[0], stops)
    kinds = {
        type(step)
        for step in (*game.book.ruleset.tile, *game.book.ruleset.turn)
        if isinstance(step, Effect) and type(step).is_idle is not Effect.is_idle
    }
    assert idle == kinds and busy & kinds
