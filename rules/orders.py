"""Standing orders: whole moves that a player gives for a kind of tile before drawing it.

An order lists up to MAX_WAYS ways in order of preference. The first way that can be played when the
tile is drawn is played, but only if it still means what it meant when it was given (`Meaning`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias
from zlib import crc32

from rules.analysis.drafts import play_without_effects, points_gained
from rules.analysis.hypothetical_scores import final_scores
from rules.areas import Area
from rules.board import Board
from rules.errors import IllegalMove
from rules.game import Game, run_agenda, stops_at_choice, stops_draft
from rules.geometry import CROSS, SLOTS_PER_CELL, Spot, cell_of
from rules.moves import Move
from rules.pieces import Piece, leaders
from rules.scoring import total_points
from rules.story import PieceDeployed, Scored, TileDrawn, turn_began
from rules.turn import Draw

MAX_WAYS: Final = 3
"""The most ways of an order."""
WORTH_TOLERANCE: Final = 2
"""The change of a feature's worth, in points, by which a way no longer means what it meant."""

Moves: TypeAlias = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class FeatureMeaning:
    """A feature that a way claims, completes, or extends while figures stand on it.

    ``slot`` tells the features of a kind apart: its first zone on the placed tile, or else its
    first spot. ``leaders`` have the majority. ``old_spots`` counts the spots on tiles that lay on
    the board when the order was given: a feature that was joined with another since has more.
    """

    kind: str
    slot: int
    is_finished: bool
    owners: tuple[int, ...]
    leaders: tuple[int, ...]
    old_spots: int
    worth: int

    def is_still(self, now: "FeatureMeaning") -> bool:
        """Return True if a feature has changed by less than WORTH_TOLERANCE points."""
        same = replace(self, worth=0) == replace(now, worth=0)
        return same and abs(self.worth - now.worth) < WORTH_TOLERANCE


@dataclass(frozen=True, slots=True)
class Meaning:
    """The effect of a way on the board, to be compared with its effect later.

    ``tiles`` is the number of tiles on the board when the order was given, ``past`` the checksum of
    their places (an undo changes it), ``neighbours`` the number of tiles beside the placed one,
    ``points`` what its player scores at once.
    """

    tiles: int
    past: int
    neighbours: int
    points: int
    features: tuple[FeatureMeaning, ...]

    def is_still(self, now: "Meaning") -> bool:
        """Return True if a way that now has another meaning still means what it meant."""
        return (
            (self.tiles, self.past, self.neighbours) == (now.tiles, now.past, now.neighbours)
            and now.points >= self.points
            and len(self.features) == len(now.features)
            and all(
                before.is_still(after)
                for before, after in zip(self.features, now.features, strict=True)
            )
        )


@dataclass(frozen=True, slots=True)
class Way:
    """One way of an order: whole moves of a tile with their meaning when the order was given.

    Without moves a master chooses; ``meaning`` is None for a master, and for moves that were not
    legal when the order was given.
    """

    moves: Moves = ()
    meaning: Meaning | None = None

    @property
    def is_master(self) -> bool:
        """Return True if the moves are left to a master."""
        return not self.moves


MASTER: Final = Way()
"""The way that leaves the moves to a master."""


@dataclass(frozen=True, slots=True)
class Order:
    """The ways in which a player wants to place a kind of tile, in order of preference."""

    tile: str
    ways: tuple[Way, ...]


def with_tile_in_hand(game: Game, seat: int, tile: str) -> Game:
    """The game as if a seat had drawn a kind of tile after the present turn.

    The tile in hand is put aside; after a placed tile, its closed features are scored, and its
    player's open decisions are passed.
    """
    if game.drawn is None:
        game = run_agenda(game, stops_draft)
    ruleset = game.book.ruleset
    after_draw = next(n for n, step in enumerate(ruleset.turn, 1) if isinstance(step, Draw))
    bags = (bag for bag, tiles in ruleset.bags.items() if tile in tiles.counts)
    return game.with_events(
        turn_began(seat),
        TileDrawn(seat, next(bags), tile),
        turn=seat,
        drawn=tile,
        agenda=ruleset.tile + ruleset.turn[after_draw:],
    )


def give_order(tile: str, ways: Iterable[Moves], game: Game) -> Order:
    """The order of some ways for a tile that is in hand in ``game``; () stands for a master."""
    return Order(
        tile, tuple(Way(moves, _meaning(game, moves) if moves else None) for moves in ways)
    )


def way_to_play(order: Order, game: Game) -> Way | None:
    """The way of an order to play with the tile in hand, None if its player is to be asked.

    That is the first way that is legal now, unless it was not legal when the order was given, or no
    longer means what it meant.
    """
    for way in order.ways:
        if way.is_master:
            return way
        now = _meaning(game, way.moves, way.meaning.tiles if way.meaning is not None else None)
        if now is not None:
            return way if way.meaning is not None and way.meaning.is_still(now) else None
    return None


def still_means(order: Order, then: Game, now: Game) -> bool:
    """Return True if an order given for the position ``then`` may be played in ``now``.

    Both are games with the tile in hand. Nothing depends on the order of the undrawn tiles.
    """
    given = give_order(order.tile, (way.moves for way in order.ways), then)
    return way_to_play(given, now) is not None


def _meaning(game: Game, moves: Moves, tiles: int | None = None) -> Meaning | None:
    """The meaning of moves with the tile in hand; None if they are not legal.

    ``tiles`` is the number of tiles when the order was given; None for all tiles.
    """
    try:
        laid = play_without_effects(game, moves)
    except IllegalMove:
        return None
    after = run_agenda(laid, stops_at_choice)
    old = len(game.board.tiles) if tiles is None else tiles
    return Meaning(
        old,
        _checksum(game.board, old),
        sum(laid.placed + step in game.board.tiles for step in CROSS),
        points_gained(game, after).get(game.turn, 0),
        tuple(sorted(_features(game, laid, after, old), key=lambda one: (one.kind, one.slot))),
    )


def _checksum(board: Board, tiles: int) -> int:
    """The checksum of the first tiles of a board, each with its cell and rotation."""
    first = islice(board.tiles.items(), tiles)
    text = " ".join(f"{cell} {form.tile.id} {form.rotation}" for cell, form in first)
    return crc32(text.encode())


def _features(game: Game, laid: Game, after: Game, tiles: int) -> Iterator[FeatureMeaning]:
    """The features that moves claim, complete or extend.

    ``laid`` is the game after the moves before their effects, ``after`` the draft.
    """
    old_cells = set(islice(game.board.tiles, tiles))
    news = [event for event in after.story[len(game.story) :] if isinstance(event, Scored)]
    final: tuple[Scored, ...] | None = None
    claimed = {
        event.piece for event in laid.story[len(game.story) :] if isinstance(event, PieceDeployed)
    }
    scored_when_closed = laid.book.ruleset.scorers
    areas = {(area.layer.name, area.spots[0]): area for area in laid.board.changed()}
    for area in areas.values():
        is_scored = area.layer.name in scored_when_closed
        pieces = _pieces(area, news) if area.closed and is_scored else area.pieces
        if not claimed.isdisjoint(pieces) or (is_scored and (area.closed or pieces)):
            scores: Iterable[Scored] = news
            if not (area.closed and is_scored):
                scores = final = final_scores(after) if final is None else final
            yield FeatureMeaning(
                area.layer.name,
                _slot(area, laid.placed),
                area.closed,
                tuple(sorted({piece.seat for piece in pieces})),
                leaders(pieces),
                sum(cell_of(spot) in old_cells for spot in area.spots),
                _worth(area, scores),
            )


def _pieces(area: Area, news: Iterable[Scored]) -> tuple[Piece, ...]:
    """The pieces on a closed area, although it may have been scored between two decisions."""
    spots = set(area.spots)
    scored = (e for e in news if e.kind == area.layer.name and not spots.isdisjoint(e.spots))
    return next((event.pieces for event in scored), area.pieces)


def _slot(area: Area, placed: int) -> Spot:
    """The first zone of an area on the placed tile; its first spot if it has none there."""
    zones = [spot for spot in area.spots if cell_of(spot) == placed]
    return min(zones) % SLOTS_PER_CELL if zones else min(area.spots)


def _worth(area: Area, scores: Iterable[Scored]) -> int:
    """The points of an area, for any player."""
    spots, pieces = set(area.spots), set(area.pieces)
    return sum(
        total_points(event.terms)
        for event in scores
        if (event.kind == area.layer.name and not spots.isdisjoint(event.spots))
        or not pieces.isdisjoint(event.pieces)
    )
