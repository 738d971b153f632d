"""The table of docs/playing.md: when an order is void, row by row, for every game and option."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import pytest

from rules.analysis.drafts import play_draft, points_gained
from rules.game import Game
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.order_meaning import Change, changes, meaning_of
from rules.orders import Moves, give_order, still_means, way_to_play, with_tile_in_hand
from rules.pieces import FOLLOWER
from tests.support.for_each import for_each
from tests.support.order_table import KINDS, REASONS, orders_due, reasons
from tests.support.positions import game_after_script, with_pieces

# -- each row by itself -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """A position: a script with pieces added, and with the followers that Red has left."""

    script: str = ""
    pieces: tuple[str, ...] = ()
    followers: int = 7
    seat: int = 0
    bag: bool = True

    def game(self, name: str, options: Mapping[str, str], tile: str) -> Game:
        game = game_after_script(name, self.script, seats=3, options=options)
        game = with_pieces(game, *self.pieces)
        mine, *others = game.supply
        game = game.replace(supply=({**mine, FOLLOWER: self.followers}, *others))
        if not self.bag:
            game = game.replace(bags=dict.fromkeys(game.bags, ()))
        return with_tile_in_hand(game, self.seat, tile)


@dataclass(frozen=True, slots=True)
class Example:
    """An order of Red, the position in which it is given, and the one in which the tile comes.

    ``now`` goes on after the script of ``then``.
    """

    what: str
    game: str
    tile: str
    order: str
    then: Side
    now: Side
    changes: frozenset[Change]
    options: Mapping[str, str] = field(default_factory=dict)

    def positions(self) -> tuple[Game, Game, Moves]:
        earlier = self.then.game(self.game, self.options, self.tile)
        later = Side(
            f"{self.then.script}\n{self.now.script}",
            *(self.now.pieces, self.now.followers, self.now.seat, self.now.bag),
        )
        return (
            earlier,
            later.game(self.game, self.options, self.tile),
            tuple(earlier.read(f"place {self.order}")),
        )


THIRD: Final = {"fields": "third"}
RED_ROAD: Final = "Red U 1 0 rot90 thief a"
"""Red's road from the start tile to the east; it is open on both sides."""
ARK_AT_HOME: Final = """
    Red   ARK-21 0 1 rot180; ark 0 0
    Blue  ARK-R42 1 0 rot0
    Green ARK-R42 2 0 rot0
"""
"""The Ark stands on the start tile; a road leads to the east."""
TEMPLE: Final = """
    Red   ARK-R36 -1 0 rot180
    Blue  ARK-R52 1 0 rot0
    Green ARK-R36 1 -1 rot0 shepherd b
    Red   ARK-21 0 1 rot180; ark 0 0
"""
"""A temple at 1 0 lacks its neighbours at 1 1 and 2 0; Green leads around it."""


def example(
    what: str,
    order: str,
    then: Side | str,
    now: Side | str,
    *changed: Change,
    options: Mapping[str, str] | None = None,
) -> Example:
    """An example in which the order is written as ``game: tile moves``."""
    game, tile, moves = order.replace(":", "").split(maxsplit=2)
    then, now = (Side(one) if isinstance(one, str) else one for one in (then, now))
    return Example(what, game, tile, moves, then, now, frozenset(changed), options or {})


EXAMPLES: Final = (
    example("nothing changed", "base: X -1 0 rot0 pass", RED_ROAD, "Blue E 0 1 rot180"),
    *(
        example(
            f"a city is finished at the field of the new farmer, by {options}",
            "base: U -1 0 rot90 farmer b",
            "Red U 1 0 rot90",
            "Blue E 0 1 rot180",
            Change.WORTH,
            options=options,
        )
        for options in ({}, THIRD)
    ),
    *(
        example(
            f"a city is finished at a field that is extended, by {options}",
            "base: U -1 0 rot90 pass",
            "Red U 1 0 rot90 farmer b",
            "Blue E 0 1 rot180",
            Change.WORTH,
            options=options,
        )
        for options in ({}, THIRD)
    ),
    example(
        "fields together: Blue has most farmers at the city of Red's field",
        "base: U -1 0 rot90 pass",
        Side("Red E 0 1 rot180", ("Red farmer 0 0 c",)),
        Side("", ("Red farmer 0 0 c", "Blue farmer 0 1 b", "Blue farmer 0 1 b")),
        Change.OWNERS,
    ),
    example(
        "fields apart: another field at the same city is no matter",
        "base: U -1 0 rot90 pass",
        Side("Red E 0 1 rot180", ("Red farmer 0 0 c",)),
        Side("", ("Red farmer 0 0 c", "Blue farmer 0 1 b", "Blue farmer 0 1 b")),
        options=THIRD,
    ),
    example(
        "a forest grew",
        "hunters: L20 0 -1 rot270 pass",
        "Red L47 1 0 rot0 gatherer a",
        "Blue L27 2 0 rot0",
        Change.WORTH,
    ),
    example(
        "a river grew by two sections",
        "hunters: L52 -1 1 rot0 pass",
        "Red L19 0 1 rot0 fisher a",
        "Blue L56 1 1 rot0\nGreen L61 2 1 rot0",
        Change.WORTH,
    ),
    example(
        "a river grew by one section",
        "hunters: L52 -1 1 rot0 pass",
        "Red L19 0 1 rot0 fisher a",
        "Blue L56 1 1 rot0",
    ),
    example(
        "a road with an inn grew",
        "base+inns: U -1 0 rot90 pass",
        "Red INN-B 1 0 rot0 thief a",
        "Blue U 2 0 rot90",
        Change.WORTH,
    ),
    example(
        "a city with a cathedral grew",
        "base+inns: E -1 1 rot90 pass",
        "Red INN-K 0 1 rot0 knight a",
        "Blue E 1 1 rot270",
        Change.WORTH,
    ),
    example("a road grew by one tile", "base: X -1 0 rot0 pass", RED_ROAD, "Blue U 2 0 rot90"),
    example(
        "a road grew by two tiles",
        "base: X -1 0 rot0 pass",
        RED_ROAD,
        "Blue U 2 0 rot90\nGreen U 3 0 rot90",
        Change.WORTH,
    ),
    example(
        "the other end was closed",
        "base: X -1 0 rot0 pass",
        RED_ROAD,
        "Blue X 2 0 rot0",
        Change.FINISHED,
    ),
    example(
        "a tile beside the space",
        "base: U -1 0 rot90 pass",
        f"{RED_ROAD}\nBlue E 0 1 rot180",
        "Green E -1 1 rot0",
        Change.NEIGHBOURS,
    ),
    example(
        "a road alone became a part of Red's road",
        "base: X -1 0 rot0 pass",
        f"{RED_ROAD}\nBlue E 1 1 rot0\nGreen V 2 1 rot270",
        "Red V 2 0 rot90",
        Change.JOINED,
        Change.WORTH,
    ),
    example(
        "Blue claimed the road",
        "base: U -1 0 rot90 pass",
        "Red U 1 0 rot90",
        "Blue U 2 0 rot90 thief a",
        Change.OWNERS,
    ),
    example(
        "Blue has as many thieves",
        "base: X -1 0 rot0 pass",
        Side(RED_ROAD, ("Red thief 0 0 b", "Blue thief 0 0 b")),
        Side("", ("Red thief 0 0 b", "Blue thief 0 0 b", "Blue thief 0 0 b")),
        Change.OWNERS,
    ),
    example(
        "a monk sits at a corner of the space",
        "base: U -1 0 rot90 pass",
        "Red U 1 0 rot90",
        "Blue B 0 -1 rot0 monk a",
        Change.OWNERS,
    ),
    example(
        "a temple is finished now, for Green",
        "ark: ARK-R42 2 0 rot0 pass",
        TEMPLE,
        "Blue ARK-R37 1 1 rot180",
        Change.FINISHED,
        Change.OTHER_POINTS,
        Change.WORTH,
    ),
    example(
        "the Ark was moved",
        "ark: ARK-R42 -1 0 rot0 walk e",
        ARK_AT_HOME,
        "Red ARK-R43 3 0 rot0; walk e",
        Change.TOKENS,
    ),
    example(
        "the Ark was moved, but the order does not move it",
        "ark: ARK-R42 -1 0 rot0 pass",
        ARK_AT_HOME,
        "Red ARK-R43 3 0 rot0; walk e",
    ),
    example(
        "the Ark would visit Blue",
        "ark: ARK-R42 -1 0 rot0 walk n",
        ARK_AT_HOME,
        Side("", ("Blue shepherd 0 1 b",)),
        Change.OTHER_POINTS,
    ),
    example(
        "the Ark would no longer visit Red",
        "ark: ARK-R42 -1 0 rot0 walk n",
        Side(ARK_AT_HOME, ("Red shepherd 0 1 b",)),
        "",
        Change.OWN_POINTS,
    ),
    example(
        "the builder is gone",
        "base+traders: U -1 0 rot90 pass",
        Side(RED_ROAD, ("Red builder 1 0 a",)),
        "",
        Change.SECOND_TILE,
    ),
    example(
        "no tile is left for the builder",
        "base+traders: U -1 0 rot90 pass",
        Side(RED_ROAD, ("Red builder 1 0 a",)),
        Side("", ("Red builder 1 0 a",), bag=False),
        Change.SECOND_TILE,
    ),
    example(
        "the figure for an open choice is gone",
        "base: X -1 0 rot0",
        f"{RED_ROAD}\nBlue X 2 0 rot0",
        Side("", followers=0),
        Change.CHOICES,
    ),
    example(
        "a figure came home for a tile alone",
        "base: X -1 0 rot0",
        Side(f"{RED_ROAD}\nBlue E 0 1 rot180", followers=0),
        "",
    ),
    example(
        "a figure came home, and the tile finishes a road",
        "base+inns: X -1 0 rot0",
        Side(f"{RED_ROAD}\nBlue INN-C 2 0 rot0", followers=0),
        "",
    ),
    example(
        "the pass would answer for a ferry",
        "base+ferries: U -1 0 rot90 pass",
        Side("Red E 0 1 rot180"),
        Side("Blue FER-FRRR 1 0 rot0; ferry a c", followers=0),
        Change.PASSED,
    ),
    example(
        "a ferry was to be left open",
        "base+ferries: U -1 0 rot90 pass",
        "Red FER-FRRR 1 0 rot0; ferry a c",
        Side("", followers=0),
        Change.PASSED,
        Change.CHOICES,
    ),
    example(
        "a ferry was turned away",
        "base+ferries: U -1 0 rot90 pass pass",
        Side("Red FER-FRRR 1 0 rot0; ferry a c\nBlue U 2 0 rot90", ("Red thief 0 0 b",)),
        Side("Green V 3 0 rot0; turn 1 0 b c", ("Red thief 0 0 b",)),
        Change.JOINED,
    ),
    example(
        "a figure came home, and the order wants none",
        "base: X -1 0 rot0 pass",
        Side(f"{RED_ROAD}\nBlue E 0 1 rot180", followers=0),
        "",
    ),
    example(
        "the Ark would no longer visit Blue",
        "ark: ARK-R42 -1 0 rot0 walk n",
        Side(ARK_AT_HOME, ("Blue shepherd 0 1 b",)),
        "",
    ),
    example(
        "the road that the order cuts off grew by one tile",
        "base+ferries: U 2 0 rot90 pass turn 1 0 a b",
        Side("Red FER-FRRR 1 0 rot0; ferry a c", ("Red thief 0 0 b",)),
        Side("Blue U -1 0 rot90", ("Red thief 0 0 b",)),
    ),
    example(
        "the player has another seat",
        "base: X -1 0 rot0 pass",
        "Red U 1 0 rot90",
        Side("", seat=1),
        Change.SEAT,
    ),
)


@for_each("one", EXAMPLES, ids=lambda one: one.what)
def test_order_is_void_for_exactly_the_reasons_of_the_table(one: Example) -> None:
    earlier, now, moves = one.positions()
    then = meaning_of(earlier, moves)
    assert then is not None
    later = meaning_of(now, moves, then.tiles)
    assert later is not None
    assert set(changes(then, later)) == one.changes
    assert reasons(earlier, now, moves) == {name_of(change) for change in one.changes}
    assert still_means(give_order(one.tile, [moves], earlier), earlier, now) is not bool(
        one.changes
    )


def name_of(change: Change) -> str:
    return change.name.lower().replace("_", " ")


def test_examples_have_each_row_of_the_table() -> None:
    alone = {name_of(*one.changes) for one in EXAMPLES if len(one.changes) == 1}
    assert set(REASONS) == {name_of(change) for change in Change} | {"impossible then"}
    # An order from before an undo, and one impossible then: see test_orders.py.
    assert alone == set(REASONS) - {"past", "impossible then"}


# -- random games -------------------------------------------------------------------------------


@for_each(("name", "options"), KINDS, fast=4)
def test_order_of_a_random_game_is_void_if_the_table_says_so_and_only_then(
    name: str, options: Mapping[str, str]
) -> None:
    void = Counter[bool]()
    for earlier, now, moves in islice(orders_due(name, options, 3, seed=1), 15, 45):
        why = reasons(earlier, now, moves)
        way = way_to_play(give_order(earlier.drawn or "", [moves], earlier), now)
        if why is None:
            assert way is None, moves
        else:
            assert (way is None) is bool(why), (moves, why)
            void[bool(why)] += 1
    assert void[True] and void[False]


def points_at_once(game: Game, moves: Moves) -> dict[int, int]:
    """The points by seat until the next choice."""
    return points_gained(game, play_draft(game, moves))


def check_points(name: str, options: Mapping[str, str], seed: int, most: int) -> int:
    """Check the points of orders that are played. Return how many give others points."""
    giving = 0
    for earlier, now, moves in islice(orders_due(name, options, 3, seed), most):
        if way_to_play(give_order(earlier.drawn or "", [moves], earlier), now) is not None:
            then, later = points_at_once(earlier, moves), points_at_once(now, moves)
            others = later.keys() - {now.turn}
            assert all(later[seat] <= then.get(seat, 0) for seat in others), moves
            giving += bool(others)
    return giving


@pytest.mark.parametrize(
    ("seeds", "most"),
    [pytest.param(1, 40), pytest.param(12, 200, marks=pytest.mark.slow)],
    ids=["few", "many"],
)
def test_played_order_gives_no_other_seat_points_that_it_did_not_give_when_it_was_given(
    seeds: int, most: int
) -> None:
    giving = sum(
        check_points(name, options, seed, most)
        for name, options in KINDS
        for seed in range(1, 1 + seeds)
    )
    assert giving


@for_each(("name", "options"), KINDS, fast=2)
def test_order_does_not_depend_on_the_undrawn_tiles(name: str, options: Mapping[str, str]) -> None:
    for number, (earlier, now, moves) in enumerate(islice(orders_due(name, options, 3, 7), 30)):
        mixed = [shuffle_hidden_piles(game, random.Random(number)) for game in (earlier, now)]
        given = give_order(earlier.drawn or "", [moves], earlier)
        again = give_order(earlier.drawn or "", [moves], mixed[0])
        assert again == given
        assert way_to_play(again, mixed[1]) == way_to_play(given, now)
