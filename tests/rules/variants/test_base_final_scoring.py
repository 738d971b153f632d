"""The base game, first edition: fields, and the scoring at the end of the game."""

from rules.story import GameEnded, Scored
from tests.support.positions import (
    BLUE,
    RED,
    area,
    base,
    base_ended,
    events_of_type,
    followers,
    only_score,
    scores_of_kind,
    standing_pieces,
    terms_by_name,
)

# -- fields ---------------------------------------------------------------------------------------


def test_B50_roads_cities_and_the_open_edge_bound_a_field() -> None:
    """START and U: a field north of their road, another south of it. K's city parts its fields."""
    game = base("Red U 1 0 rot90")
    north, south = area(game, "field", "0 0 c"), area(game, "field", "0 0 d")
    assert north == area(game, "field", "1 0 b") and south == area(game, "field", "1 0 c")
    assert north != south
    assert not north.closed and not south.closed, "they end at the edge of what lies, open to more"
    game = base("Red G 0 1 rot90")
    west, east = area(game, "field", "0 1 b"), area(game, "field", "0 1 c")
    assert west != east, "the city goes through between them"


def test_B51_a_farmer_in_a_closed_field_stays_and_scores_nothing() -> None:
    """The corner inside a road of four curves is closed on all sides."""
    game = base("""
        Red   V 0 -1 rot270 farmer c
        Blue  V 1 -1 rot0
        Red   V 0 -2 rot180
        Blue  V 1 -2 rot90
    """)
    assert area(game, "field", "0 -1 c").closed
    assert len(area(game, "field", "0 -1 c").spots) == 4
    assert scores_of_kind(game, "field") == [] and game.scores == (0, 0)
    assert standing_pieces(game) == ["Red farmer 0 -1 c"] and followers(game) == [6, 7]


def test_B65_a_farmer_whose_field_does_not_touch_the_city_gets_nothing_for_it() -> None:
    """Red stands south of the road, the finished city of START and E lies north of it."""
    game = base_ended("Red U 1 0 rot90 farmer c\n Blue E 0 1 rot180")
    assert area(game, "city", "0 0 a").closed
    assert scores_of_kind(game, "field", final=True) == []
    assert game.scores == (0, 0)


def test_T_B_16_the_most_farmers_get_four_and_the_others_nothing() -> None:
    """The city of START, G and E: Blue's two fields joined by B hold 2, Red's holds 1."""
    game = base_ended("""
        Red   B 0 -1 rot0
        Blue  G 0 1 rot90 farmer b
        Red   E 0 2 rot180 farmer b
        Blue  U 1 0 rot90 farmer b
        Red   B 1 1 rot0
    """)
    assert len(area(game, "field", "1 1 b").pieces) == 2
    assert terms_by_name(only_score(game, "field", final=True)) == {"cities": (1, 4)}
    assert game.scores == (0, 4)


def test_T_B_17_and_B64_a_farmer_supplies_every_city_his_field_touches() -> None:
    """Small city START, E: Red's field and Blue's, 4 each. Large city D, G, E: Blue's only, 4.

    Blue has 8 with one farmer; how large a city is does not matter.
    """
    game = base_ended("""
        Red   E 0 1 rot180 farmer b
        Blue  U 1 0 rot90 farmer b
        Red   D 2 0 rot0
        Blue  G 2 1 rot90
        Red   E 2 2 rot180
    """)
    points_by_size = {
        len(e.cells()): dict(e.points) for e in scores_of_kind(game, "field", final=True)
    }
    assert points_by_size == {2: {RED: 4, BLUE: 4}, 3: {BLUE: 4}}
    assert game.scores == (4, 8)


def test_T_B_18_and_X08_the_fields_around_a_city_are_counted_together() -> None:
    """Red has a farmer in both fields at the city of START, G and E, Blue in one of them.

    City by city: 2 against 1, so Red 4 and Blue 0. Third edition, field by field at 3: the field
    they share pays both, the other Red, so 6 and 3.
    """
    game = base_ended("""
        Red   G 0 1 rot90 farmer b
        Blue  U 1 0 rot90 farmer b
        Red   E 0 2 rot180 farmer b
        Blue  B 1 1 rot0
    """)
    shared, other = area(game, "field", "1 1 b"), area(game, "field", "0 2 b")
    assert shared.spots != other.spots
    assert [piece.seat for piece in other.pieces] == [RED]
    assert sorted(piece.seat for piece in shared.pieces) == [RED, BLUE]
    assert [dict(event.points) for event in scores_of_kind(game, "field", final=True)] == [{RED: 4}]
    assert game.scores == (4, 0)


def test_X47_by_the_third_edition_each_field_pays_three_a_city_by_itself() -> None:
    """The position of T-B-18: the field they share pays both 3, the other one Red 3."""
    game = base_ended(
        """
        Red   G 0 1 rot90 farmer b
        Blue  U 1 0 rot90 farmer b
        Red   E 0 2 rot180 farmer b
        Blue  B 1 1 rot0
        """,
        options={"fields": "third"},
    )
    shared, other = area(game, "field", "1 1 b"), area(game, "field", "0 2 b")
    events = scores_of_kind(game, "field", final=True)
    assert {event.spots: dict(event.points) for event in events} == {
        shared.spots: {RED: 3, BLUE: 3},
        other.spots: {RED: 3},
    }
    assert game.scores == (6, 3)
    assert sorted(piece.seat for piece in game.board.pieces()) == [RED, RED, BLUE]


def test_X47_field_counts_a_city_that_it_touches_twice_once() -> None:
    script = "Red U 1 0 rot90 farmer b\n Blue E 0 1 rot180"
    game = base_ended(script, options={"fields": "third"})
    [event] = scores_of_kind(game, "field", final=True)
    assert [(term.number, term.points) for term in event.terms] == [(1, 3)]


def test_T_B_19_and_B64_a_field_that_touches_a_city_twice_is_paid_once() -> None:
    """Red's one field meets the city of START, G and E at START and at G: 4, not 8."""
    game = base_ended("""
        Red   G 0 1 rot90 farmer b
        Blue  U 1 0 rot90
        Red   E 0 2 rot180
        Blue  B 1 1 rot0
    """)
    field, city = area(game, "field", "0 1 b"), area(game, "city", "0 0 a")
    touching = [(spot, letter) for spot in field.spots for letter in game.board.zone(spot).touches]
    assert len(touching) == 2 and len(city.spots) == 3
    assert [dict(event.points) for event in scores_of_kind(game, "field", final=True)] == [{RED: 4}]
    assert game.scores == (4, 0)


# -- the end --------------------------------------------------------------------------------------


def test_T_B_12_an_unfinished_road_of_three_tiles_pays_three() -> None:
    game = base_ended("Red U 1 0 rot90\n Blue U -1 0 rot90 thief a")
    assert terms_by_name(only_score(game, "road", final=True)) == {"tiles": (3, 1)}
    assert game.scores == (0, 3)


def test_T_B_13_a_monastery_with_four_neighbours_pays_five() -> None:
    """Around 0 -1 lie 0 0, 1 0, -1 0 and -1 -1: 1 + 4."""
    game = base_ended(
        """
        Red    U 1 0 rot90
        Blue   U -1 0 rot90
        Green  E -1 -1 rot270
        Yellow B 0 -1 rot0 monk a
        """,
        seats=4,
    )
    assert terms_by_name(only_score(game, "monastery", final=True)) == {"tiles": (5, 1)}
    assert game.scores == (0, 0, 0, 5)


def test_T_B_14_an_unfinished_city_of_two_tiles_pays_two() -> None:
    game = base_ended("Red U 1 0 rot90\n Blue G 0 1 rot90 knight a")
    assert terms_by_name(only_score(game, "city", final=True)) == {"tiles": (2, 1)}
    assert game.scores == (0, 2)


def test_T_B_15_an_unfinished_city_pays_its_tiles_and_pennants_to_the_most_knights() -> None:
    """START, K, J, C, two N: 6 tiles and C's pennant, 6 + 1. Green has 2 knights, Black 1."""
    game = base_ended(
        """
        Red    B 0 -1 rot0
        Blue   B 0 -2 rot0
        Green  K 1 0 rot0 knight a
        Yellow B 0 -3 rot0
        Black  J -1 0 rot0 knight a
        Red    B 0 -4 rot0
        Blue   E 0 -5 rot180
        Green  C 0 1 rot0 knight a
        Yellow N 1 1 rot270
        Black  N -1 1 rot180
        """,
        seats=5,
    )
    assert terms_by_name(only_score(game, "city", final=True)) == {
        "tiles": (6, 1),
        "pennants": (1, 1),
    }
    assert game.scores == (0, 0, 7, 0, 0)


def test_B60_and_COM21_the_last_tile_scores_as_usual_and_equal_totals_share_the_victory() -> None:
    """Blue's knight on the last tile closes two tiles, 2; only Red's thief is left, 2 tiles, 2."""
    game = base_ended("Red U 1 0 rot90 thief a\n Blue E 0 1 rot180 knight a")
    assert dict(only_score(game, "city").points) == {BLUE: 2}
    assert dict(only_score(game, "road", final=True).points) == {RED: 2}
    assert scores_of_kind(game, "city", final=True) == []
    assert game.story[-1] == GameEnded((RED, BLUE))


def test_B61_to_B63_farmers_are_counted_last() -> None:
    """Blue: the city 2, the monastery 3 at the end; then Red's farmer 4. Blue wins 5 to 4."""
    game = base_ended("""
        Red   U 1 0 rot90 farmer b
        Blue  E 0 1 rot180 knight a
        Red   U 2 0 rot90
        Blue  B 0 -1 rot0 monk a
    """)
    final = [e for e in events_of_type(game, Scored) if isinstance(e, Scored) and e.final]
    assert [(e.kind, dict(e.points)) for e in final] == [
        ("monastery", {BLUE: 3}),  # itself, START and U at 1 0
        ("field", {RED: 4}),
    ]
    assert game.scores == (4, 2 + 3)
    assert game.story[-1] == GameEnded((BLUE,))
