"""The effect of a standing order's moves on the board, and changes since the order was given.

Only `changes` says what is compared between giving and playing an order; each `Change` is a row of
the table in docs/playing.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import islice
from typing import Final, TypeAlias
from zlib import crc32

from rules.analysis.drafts import leave_choices, points_gained, take_moves
from rules.analysis.features import ScoreBySpot, scores_by_spot, scores_of_area, standing_on
from rules.analysis.hypothetical_scores import final_scores, scores_if_finished
from rules.analysis.placements import draws_second_tile
from rules.areas import Area
from rules.board import Board
from rules.errors import IllegalMove
from rules.game import Game, run_agenda, stops_at_choice, take_decision
from rules.geometry import CROSS, Cell, Spot, cell_of
from rules.moves import Move, Pass
from rules.pieces import leaders
from rules.scoring import total_points
from rules.story import Scored

WORTH_TOLERANCE: Final = 2
"""The change of a feature's worth, in points, by which a way no longer means what it meant."""

Moves: TypeAlias = tuple[Move, ...]


class Change(Enum):
    """A change by which moves mean something else."""

    SEAT = auto()
    PAST = auto()
    NEIGHBOURS = auto()
    OWNERS = auto()
    FINISHED = auto()
    JOINED = auto()
    WORTH = auto()
    OWN_POINTS = auto()
    OTHER_POINTS = auto()
    TOKENS = auto()
    SECOND_TILE = auto()
    CHOICES = auto()
    PASSED = auto()


@dataclass(frozen=True, slots=True)
class FeatureMeaning:
    """A feature that moves finish, or claim or extend and that has pieces after them.

    ``spot`` tells features of a kind apart: the first zone on the placed tile, or else on the tiles
    when the order was given; ``owners``: seats with pieces that count; ``leaders``: seats its
    points would go to, or the majority without points; ``old_spots``: checksum of its spots on the
    tiles of that time; ``worth``: its points; if unfinished, at the end of the game, or as if
    finished where the end gives none.
    """

    kind: str
    spot: Spot
    is_finished: bool
    owners: tuple[int, ...]
    leaders: tuple[int, ...]
    old_spots: int
    worth: int

    def changes(self, now: "FeatureMeaning") -> Iterator[Change]:
        if (self.owners, self.leaders) != (now.owners, now.leaders):
            yield Change.OWNERS
        if self.is_finished != now.is_finished:
            yield Change.FINISHED
        if self.old_spots != now.old_spots:
            yield Change.JOINED
        if abs(self.worth - now.worth) >= WORTH_TOLERANCE:
            yield Change.WORTH


@dataclass(frozen=True, slots=True)
class Meaning:
    """The effect of moves of a seat on the board.

    ``tiles``: number on the board when the order was given; ``past``: checksum of their places (an
    undo changes it); ``neighbours``: number of tiles beside the placed one; ``points``: what each
    seat scores at once if all further choices are passed, ``choices`` the number of these;
    ``passed``: decisions that a `Pass` of the moves answers; ``tokens``: neutral pieces that move,
    with their cells before.
    """

    seat: int
    tiles: int
    past: int
    neighbours: int
    points: tuple[int, ...]
    has_second_tile: bool
    choices: int
    passed: tuple[str, ...]
    tokens: tuple[tuple[str, Cell | None], ...]
    features: tuple[FeatureMeaning, ...]


def changes(then: Meaning, now: Meaning) -> Iterator[Change]:
    """Changes of meaning from ``then`` to ``now``; some come twice."""
    if then.seat != now.seat:
        yield Change.SEAT
    if (then.tiles, then.past) != (now.tiles, now.past):
        yield Change.PAST
    if then.neighbours != now.neighbours:
        yield Change.NEIGHBOURS
    for seat, (before, after) in enumerate(zip(then.points, now.points, strict=True)):
        if seat == then.seat and after < before:
            yield Change.OWN_POINTS
        if seat != then.seat and after > before:
            yield Change.OTHER_POINTS
    if then.tokens != now.tokens:
        yield Change.TOKENS
    if then.has_second_tile != now.has_second_tile:
        yield Change.SECOND_TILE
    if then.choices > now.choices:
        yield Change.CHOICES
    if then.passed and not set(now.passed) <= set(then.passed):
        yield Change.PASSED
    earlier, later = ({(one.kind, one.spot): one for one in m.features} for m in (then, now))
    for key in sorted(earlier.keys() | later.keys()):
        known = earlier.get(key) or later[key]
        # A feature listed at one time only has no pieces at the other, and is not finished.
        unlisted = replace(known, is_finished=False, owners=(), leaders=())
        yield from earlier.get(key, unlisted).changes(later.get(key, unlisted))


def meaning_of(game: Game, moves: Moves, tiles: int | None = None) -> Meaning | None:
    """The moves' meaning with the tile in hand; None if they are illegal.

    ``tiles``: their number when the order was given; None for all.
    """
    try:
        laid, played = take_moves(game, moves)
    except IllegalMove:
        return None
    after, choices = leave_choices(laid)
    old = len(game.board.tiles) if tiles is None else tiles
    gained = points_gained(game, after)
    return Meaning(
        game.turn,
        old,
        _checksum_of_tiles(game.board, old),
        sum(laid.placed + step in game.board.tiles for step in CROSS),
        tuple(gained.get(seat, 0) for seat in range(game.seats)),
        draws_second_tile(after),
        choices,
        tuple(_passed_decisions(game, played)) if Pass() in played else (),
        tuple(
            (name, game.tokens.get(name))
            for name, cell in sorted(laid.tokens.items())
            if cell != game.tokens.get(name)
        ),
        tuple(_features(game, after, set(islice(game.board.tiles, old)))),
    )


def _checksum_of_tiles(board: Board, tiles: int) -> int:
    """A checksum of the first tiles' cells and rotations."""
    first = islice(board.tiles.items(), tiles)
    return _checksum(f"{cell} {form.tile.id} {form.rotation}" for cell, form in first)


def _checksum(words: Iterable[str]) -> int:
    return crc32(" ".join(words).encode())


def _passed_decisions(game: Game, played: Iterable[Move]) -> Iterator[str]:
    """The decisions that passes answer, by class name."""
    for move in played:
        game = run_agenda(game, stops_at_choice)
        if isinstance(move, Pass):
            yield type(game.decision).__name__
        game, _meant = take_decision(game, move)


def _features(game: Game, after: Game, old_cells: set[Cell]) -> Iterator[FeatureMeaning]:
    """Features that moves finish, or claim or extend and that have pieces after them.

    ``after``: the game after the moves, with the scores of what they finish.
    """
    news = (event for event in after.story[len(game.story) :] if isinstance(event, Scored))
    scored, open_scores = scores_by_spot(news), _OpenScores(after)
    for area in after.board.changed():
        finished = scores_of_area(after, scored, area)
        pieces = next((event.pieces for event in finished if event.pieces), None)
        if pieces is None:
            pieces = standing_on(after, area)
        if not finished and not pieces:
            continue
        events = finished or open_scores.of(area)
        winners = {seat for event in events for seat, _points in event.points}
        yield FeatureMeaning(
            area.layer.name,
            _first_spot(area, after.placed, old_cells),
            bool(finished),
            tuple(sorted({piece.seat for piece in pieces})),
            tuple(sorted(winners)) or leaders(pieces),
            _checksum(str(spot) for spot in sorted(area.spots) if cell_of(spot) in old_cells),
            _points(events),
        )


class _OpenScores:
    """Scores of unfinished features, each kind computed on demand."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._final: ScoreBySpot | None = None
        self._finished: ScoreBySpot | None = None

    def of(self, area: Area) -> tuple[Scored, ...]:
        """The scores at the end of the game, or as if finished where that gives no points."""
        if self._final is None:
            self._final = scores_by_spot(final_scores(self._game))
        at_the_end = scores_of_area(self._game, self._final, area)
        if _points(at_the_end):
            return at_the_end
        if self._finished is None:
            self._finished = scores_by_spot(scores_if_finished(self._game))
        return scores_of_area(self._game, self._finished, area)


def _first_spot(area: Area, placed: Cell, old_cells: set[Cell]) -> Spot:
    """An area's first spot on the placed tile, else on old tiles, else of all."""
    on_tile = [spot for spot in area.spots if cell_of(spot) == placed]
    return min(on_tile or [s for s in area.spots if cell_of(s) in old_cells] or area.spots)


def _points(events: Iterable[Scored]) -> int:
    return sum(total_points(event.terms) for event in events)
