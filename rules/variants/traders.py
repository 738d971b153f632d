"""Traders and Builders, an expansion (rules TB-01 to TB-12): goods, the builder, the pig."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.areas import Area
from rules.board import Board
from rules.final_scoring import GameEnd
from rules.forecasts import Chances, Forecast, Forecaster
from rules.game import Game
from rules.geometry import Spot, cell_of
from rules.parts import Part, merge_tiles
from rules.pieces import Kind, Piece, Role
from rules.ruleset import Effect, Ruleset
from rules.scoring import count_marks, return_pieces
from rules.story import Event, PiecesReturned, Scored, Term, TurnBegan
from rules.tile_data import TileSchema, read_tiles
from rules.turn import Draw, Placement, Scoring
from rules.variants import base

GOODS: Final = ("wine", "grain", "cloth")
"""The kinds of goods; signs in cities and tokens have the same names."""
POINTS_PER_GOODS_KIND: Final = 10
"""The points for the most tokens of a kind at the end (TB-03)."""
SIGN_COUNTS: Final[Mapping[str, int]] = {"wine": 9, "grain": 6, "cloth": 5}
"""The number of signs of each kind on the tiles (TB-02)."""
MAX_BUILDING_TURNS: Final = 3
POINTS_PER_EXTRA_TILE: Final = 3
"""Estimates: the turns that a builder's feature is extended, and the points of a further tile."""
POINTS_PER_PIG: Final = 1
"""The points of a pig for each city that its owner scores (TB-09)."""

BUILDERS: Final = Kind("builder", weight=0)
PIGS: Final = Kind("pig", weight=0)

TILE_SCHEMA: Final = base.TILE_SCHEMA | TileSchema(terrains=frozenset(), marks=GOODS)


@dataclass(frozen=True, slots=True)
class GoodsTaken(Event):
    """A seat finished a city and took a token per sign in it (TB-02)."""

    seat: int
    spots: tuple[Spot, ...]
    goods: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BuilderWorked(Event):
    """A seat extended its builder's feature: a second tile follows (TB-05)."""

    seat: int


def goods_of(story: Iterable[Event], seats: int) -> tuple[Mapping[str, int], ...]:
    hands: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event in [event for event in story if isinstance(event, GoodsTaken)]:
        hand = hands[event.seat]
        for kind, number in event.goods:
            hand[kind] += number
    return tuple(hands)


@dataclass(frozen=True, slots=True)
class TakeGoods(Effect):
    """Give a finished city's goods to the seat whose tile finished it (TB-02)."""

    def is_idle(self, game: Game) -> bool:
        return not game.board.newly_closed()

    def run(self, game: Game) -> Game:
        board = game.board
        for area in board.newly_closed():
            if area.layer.name == base.CITY.name:
                counts = tuple((kind, count_marks(board, area.spots, kind)) for kind in GOODS)
                goods = tuple((kind, number) for kind, number in counts if number)
                if goods:
                    game = game.with_events(GoodsTaken(game.turn, area.spots, goods))
        return game


@dataclass(frozen=True, slots=True)
class ScoreGoods(Effect, Forecaster):
    """Ten points for the most tokens of each kind, to each tied seat (TB-03).

    A kind without tokens gives nothing.
    """

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """A lead in each kind; fewer undrawn signs make it safer."""
        hands = goods_of(chances.events_of(game, GoodsTaken), game.seats)
        if not any(hands):
            return
        for kind in GOODS:
            taken = [hand[kind] for hand in hands]
            signs_left = SIGN_COUNTS[kind] - sum(taken)
            *_, second, most = sorted(taken)
            if not most:
                continue
            for seat, number in enumerate(taken):
                ahead = number - (second if number == most else most)
                chance = min(1.0, max(0.0, 0.5 + ahead / (2 + signs_left)))
                if chance:
                    yield Forecast(kind, ((seat, POINTS_PER_GOODS_KIND * chance),))

    def run(self, game: Game) -> Game:
        hands = goods_of(game.story, game.seats)
        for kind in GOODS:
            most = max(hand[kind] for hand in hands)
            if most:
                points = tuple(
                    (seat, POINTS_PER_GOODS_KIND)
                    for seat, hand in enumerate(hands)
                    if hand[kind] == most
                )
                terms = (Term(kind, 1, POINTS_PER_GOODS_KIND),)
                game = game.with_events(Scored("goods", (), terms, points, final=True))
        return game


@dataclass(frozen=True, slots=True)
class BuilderWatch(Effect):
    """Note when a tile extends a feature with its owner's builder (TB-05).

    Turning a ferry places no tile, so it extends nothing (F-41).
    """

    def is_idle(self, game: Game) -> bool:
        """True if no builder works, or one has already worked in this turn."""
        return not any(
            [p.seat == game.turn for p in _builders_on_tile(game)]
        ) or _has_builder_worked(game.story)

    def run(self, game: Game) -> Game:
        return game.with_events(BuilderWorked(game.turn))


def _builders_on_tile(game: Game) -> Iterator[Piece]:
    for number, zone in game.last_form.heads:
        plane = game.board.planes[number]
        for piece in plane.areas[plane.home[game.placed + zone]].pieces:
            if piece.role.kind == BUILDERS:
                yield piece


def _has_builder_worked(story: Sequence[Event]) -> bool:
    for event in reversed(story):
        if isinstance(event, BuilderWorked):
            return True
        if isinstance(event, TurnBegan):
            return False
    return False


@dataclass(frozen=True, slots=True)
class DoubleTurn(Effect, Forecaster):
    """Draw a second tile after scoring for a seat whose builder worked (TB-05, TB-12)."""

    def is_idle(self, game: Game) -> bool:
        return not _has_builder_worked(game.story)

    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """A second tile whenever a builder's feature can be extended."""
        for role in game.book.ruleset.roles:
            if role.kind == BUILDERS:
                for area in game.board.held(role.layer):
                    for piece in area.pieces if area.open else ():
                        if piece.role.kind == BUILDERS:
                            yield self._worth(game, area, piece, chances)

    def _worth(self, game: Game, area: Area, piece: Piece, chances: Chances) -> Forecast:
        """A builder's expected points until its feature is finished, at most a few turns."""
        cells = {cell_of(joint) for joint in area.open}
        often = min(MAX_BUILDING_TURNS, chances.turns_left(game, piece.seat) / 2)
        going_on = 1.0
        for cell in cells:
            going_on *= 1 - chances.filling(game, cell)
        points = often * (1 - going_on) * POINTS_PER_EXTRA_TILE
        return Forecast(BUILDERS, ((piece.seat, points),), area)

    def run(self, game: Game) -> Game:
        """Draw again; the step is in the turn once, so it cannot recur."""
        return game.with_steps_first(Draw())


@dataclass(frozen=True, slots=True)
class ReturnAbandonedBuilders(Effect):
    """Return a builder without its owner's follower on the feature (TB-07, F-42).

    Turning a ferry can cause this, so the check comes after all turns and before the scoring.
    """

    def is_idle(self, game: Game) -> bool:
        return not _abandoned_builders(game.board)

    def run(self, game: Game) -> Game:
        board = game.board
        alone = _abandoned_builders(board)
        return game.with_events(
            PiecesReturned(alone),
            board=board.without_pieces(alone),
            supply=return_pieces(game.supply, alone, frozenset()),
        )


def _abandoned_builders(board: Board) -> tuple[Piece, ...]:
    """Builders on changed areas without a follower of their owner."""
    return tuple(
        piece
        for area in board.changed()
        for piece in area.pieces
        if piece.role.kind == BUILDERS and not piece.role.is_allowed(piece.seat, area.pieces)
    )


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """24 tiles, a builder and a pig for each seat (TB-01)."""
    main, *_ = ruleset.bags
    pigs = ((PIGS, POINTS_PER_PIG),)
    return (
        replace(
            ruleset,
            bags={
                **ruleset.bags,
                main: merge_tiles(ruleset.bags[main], read_tiles("traders", TILE_SCHEMA)),
            },
            roles=(
                *ruleset.roles,
                Role("builder", BUILDERS, base.CITY.name, beside=True),
                Role("builder", BUILDERS, base.ROAD.name, beside=True),
                Role("pig", PIGS, base.FIELD.name, beside=True),
            ),
            supply={**ruleset.supply, BUILDERS: 1, PIGS: 1},
        )
        .after(Placement, BuilderWatch())
        .before(Scoring, ReturnAbandonedBuilders())
        .after(Scoring, TakeGoods())
        .after(Draw, DoubleTurn())
        .with_each(base.ScoreFarmers, lambda step: (replace(step, extra=pigs),))
        .with_each(base.ScoreFields, lambda step: (replace(step, extra=pigs),))
        .before(GameEnd, ScoreGoods())
    )


PART: Final = Part("traders", make, TILE_SCHEMA, extends="base", events=(GoodsTaken, BuilderWorked))
