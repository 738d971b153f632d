"""Every feature of a position: its points now, finished and at the end, its owners and open ends.

The points come from running the rules' own scoring on hypothetical positions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.analysis.hypothetical_scores import final_scores, scores_if_finished
from rules.areas import Area
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of, reading_order
from rules.pieces import Piece
from rules.scoring import total_points
from rules.story import Scored
from rules.tile_fitting import fitting_places

SECTIONS, TILES = "sections", "tiles"
SIZE_TERMS: Final = frozenset({SECTIONS, TILES})
"""The terms of a score that state the size of a feature."""

Number: TypeAlias = tuple[str, int]
"""A count of something: the name of a term or mark, and the number."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a position.

    ``place``: spot of its first figure, or else its first segment in reading order; ``letter``:
    that segment's; ``standing``: pieces that count for it; ``counts``: size in tiles or sections,
    then the other counts of its scores; empty for a feature paid for the cells ``around`` it;
    ``marks`` are printed on it.

    ``finished``: scores if nothing were missing, ``final``: if the game ended now; for an unclaimed
    feature, those of a claim; ``closing``: scored as soon as it is finished; ``missing``: cells
    where it is open, ``fitting``: those that the drawn tile fits; ``live``: it is or can be
    claimed.
    """

    kind: str
    spots: tuple[Spot, ...]
    place: Spot
    letter: str
    standing: tuple[Piece, ...]
    counts: tuple[Number, ...]
    marks: tuple[Number, ...]
    finished: tuple[Scored, ...]
    final: tuple[Scored, ...]
    closing: bool
    around: bool
    missing: frozenset[Cell]
    fitting: frozenset[Cell]
    live: bool

    @property
    def closed(self) -> bool:
        """True if the feature is finished, of a kind that is scored when finished."""
        return self.closing and not self.missing

    @property
    def when_finished(self) -> int:
        return _points(self.finished)

    @property
    def at_the_end(self) -> int:
        """Points if the game ended now."""
        return _points(self.final)

    @property
    def now(self) -> int | None:
        """The points if they are certain already; None while they can change."""
        if self.closed:
            return self.when_finished
        return None if self.closing else self.at_the_end

    @property
    def owners(self) -> tuple[tuple[int, tuple[Number, ...]], ...]:
        """Seats with their numbers of pieces by role, the greatest weight first."""
        roles_by_seat: dict[int, Counter[str]] = {}
        weights = Counter[int]()
        for piece in self.standing:
            roles_by_seat.setdefault(piece.seat, Counter())[piece.role.name] += 1
            weights[piece.seat] += piece.role.kind.weight
        seats = sorted(roles_by_seat, key=lambda seat: (-weights[seat], seat))
        return tuple((seat, tuple(sorted(roles_by_seat[seat].items()))) for seat in seats)

    @property
    def is_negligible(self) -> bool:
        """True if it needs no line in a list: unclaimed and worth next to nothing.

        A kind scored when finished counts from two tiles on.
        """
        if self.standing or self.around or self.marks:
            return False
        return len(self.spots) == 1 if self.closing else not self.at_the_end

    def order(self) -> tuple[bool, int, tuple[int, int, int]]:
        return not self.standing, -len(self.spots), reading_order(self.place)


def features(game: Game) -> tuple[Feature, ...]:
    """Features by kind, each kind sorted by `Feature.order`."""
    scores = _scores(game)
    listed: list[Feature] = []
    for layer in game.book.ruleset.layers:
        areas = (_feature(game, area, scores) for area in game.board.areas(layer.name))
        listed += sorted(areas, key=Feature.order)
    return tuple(listed)


ScoreBySpot: TypeAlias = Mapping[tuple[str, Spot], Scored]


@dataclass(frozen=True, slots=True)
class _Scores:
    """The scores of a position by kind and spot, and the gaps the drawn tile fits.

    ``closing``: kinds that are scored when finished.
    """

    finished: ScoreBySpot
    final: ScoreBySpot
    closing: frozenset[str]
    fitting: frozenset[Cell]


def _scores(game: Game) -> _Scores:
    finished = scores_if_finished(game)
    places = fitting_places(game, game.drawn) if game.drawn is not None else []
    return _Scores(
        scores_by_spot(finished),
        # The final scoring skips unclaimed features, so their hypothetical scores come first.
        scores_by_spot(final_scores(game, claimed=True)) | scores_by_spot(final_scores(game)),
        frozenset(event.kind for event in finished),
        frozenset(cell for cell, _ in places),
    )


def scores_by_spot(events: Iterable[Scored]) -> dict[tuple[str, Spot], Scored]:
    """Index scores by kind and spot, for `scores_of_area`."""
    return {(event.kind, spot): event for event in events for spot in event.spots}


def _feature(game: Game, area: Area, scores: _Scores) -> Feature:
    kind = area.layer.name
    place = area.pieces[0].spot if area.pieces else min(area.spots, key=reading_order)
    cells = area.cells()
    finished = scores_of_area(game, scores.finished, area)
    final = scores_of_area(game, scores.final, area)
    missing = frozenset(map(cell_of, area.open))
    marks = _marks(game, area)
    counts = tuple(_counts(len(area.spots), len(cells), (final, finished), marks))
    around = bool(area.layer.halo)
    return Feature(
        kind=kind,
        spots=area.spots,
        place=place,
        letter=game.board.zone(place).letter,
        standing=standing_on(game, area),
        counts=() if around else counts,
        marks=tuple(sorted(marks.items())),
        finished=finished,
        final=final,
        closing=kind in scores.closing,
        around=around,
        missing=missing,
        fitting=scores.fitting & missing,
        # A closed feature of the tile just placed can still be claimed.
        live=bool(area.pieces or area.open) or (game.drawn is None and game.placed in cells),
    )


def _counts(
    spots: int, cells: int, scores: Iterable[tuple[Scored, ...]], marks: Mapping[str, int]
) -> Iterator[Number]:
    """The size, then the counts of the scores that are not printed as marks."""
    numbers: dict[str, int] = {}
    # The closing and the final score may count the same things; list these once.
    for events in scores:
        counted: dict[str, int] = {}
        for event in events:
            for name, number, _each in event.terms:
                counted[name] = counted.get(name, 0) + number
        for name, number in counted.items():
            numbers[name] = max(number, numbers.get(name, 0))
    if SECTIONS in numbers:
        yield SECTIONS, spots
    else:
        yield TILES, cells
    for name, number in numbers.items():
        if name not in SIZE_TERMS and name not in marks:
            yield name, number


def marks_on_feature(game: Game, kind: str, spot: Spot) -> tuple[Number, ...]:
    return tuple(sorted(_marks(game, game.board.area(kind, spot)).items()))


def _marks(game: Game, area: Area) -> dict[str, int]:
    marks: dict[str, int] = {}
    for spot in area.spots:
        for mark, number in game.board.zone(spot).marks.items():
            marks[mark] = marks.get(mark, 0) + number
    return marks


def scores_of_area(game: Game, scores: ScoreBySpot, area: Area) -> tuple[Scored, ...]:
    """The scores of an area, each once; one may be listed under features that it borders."""
    bordering = [other for spot in area.spots for other in game.board.bordering(spot)]
    events = (scores.get((area.layer.name, spot)) for spot in (*area.spots, *bordering))
    return tuple(event for event in dict.fromkeys(events) if event is not None)


def standing_on(game: Game, area: Area) -> tuple[Piece, ...]:
    """Pieces that count for an area: on it, or around it if none can be deployed on it."""
    if any(role.layer == area.layer.name for role in game.book.ruleset.roles):
        return area.pieces
    cells = {cell + step for cell in area.cells() for step in (0, *area.layer.halo)}
    return tuple(piece for piece in game.board.pieces() if cell_of(piece.spot) in cells)


def _points(events: Iterable[Scored]) -> int:
    return sum(total_points(event.terms) for event in events)
