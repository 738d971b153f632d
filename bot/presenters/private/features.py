"""The features of a position in words: who stands there, what counts, where they are open."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games import nouns
from bot.text.i18n import _, listed, ngettext
from bot.text.names import Names
from rules.analysis.prospects import at_the_end, once_finished
from rules.areas import Area
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of, xy
from rules.pieces import Piece
from rules.scoring import worth
from rules.story import Scored

SIZES: Final = frozenset({"sections", "tiles"})
"""The summands of a score that say how large a feature is."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a position promises: by kind and zone what would be scored, and where the tile fits.

    ``finished`` is what a feature scores if nothing of it were missing, ``final`` what the end of
    the game would bring; ``closing`` are the layers that are scored when they are finished.
    """

    finished: Mapping[tuple[str, Spot], Scored]
    final: Mapping[tuple[str, Spot], Scored]
    closing: frozenset[str]
    fitting: frozenset[Cell]

    @classmethod
    def of(cls, game: Game) -> "Prospects":
        """What the rules say about a position."""
        finished, final = once_finished(game), at_the_end(game)
        hand = game.hand
        fitting = [c for c, gap in game.board.gaps.items() if hand.fitting[gap]] if hand else []
        return cls(
            _by_spot(finished),
            # Where nobody stands the final scoring passes by; what one would get is told as well.
            _by_spot(at_the_end(game, claimed=True)) | _by_spot(final),
            frozenset(event.kind for event in finished),
            frozenset(fitting),
        )


def _by_spot(events: Iterable[Scored]) -> dict[tuple[str, Spot], Scored]:
    return {(event.kind, spot): event for event in events for spot in event.spots}


class Feature:
    """An area with what there is to say about it."""

    def __init__(self, game: Game, area: Area, prospects: Prospects, *, aided: bool = True) -> None:
        kind = area.layer.name
        spots = (*area.spots, *_touched(game, area))
        self.game = game
        self.area = area
        self.aided = aided
        self.standing = _standing(game, area)
        self.closes = kind in prospects.closing
        self.closed = area.closed and self.closes
        self.finished = _events(prospects.finished, kind, area.spots)
        self.final = _events(prospects.final, kind, spots)
        self.missing = {cell_of(joint) for joint in area.open}
        self.fitting = prospects.fitting & self.missing
        self.marks: Counter[str] = Counter()
        for spot in area.spots:
            self.marks.update(game.board.zone(spot).marks)

    @property
    def small(self) -> bool:
        """Whether a line about it would say nothing: nobody is there, and there is nothing to it.

        A feature that is scored when it is finished has something to it from two tiles on.
        """
        if self.standing or self.area.layer.halo:
            return False
        if self.closes:
            return len(self.area.spots) == 1 and not self.marks
        return not self.marks and not sum(worth(event.terms) for event in self.final)

    @property
    def live(self) -> bool:
        """Whether somebody is on it or can still come there; the tile just laid takes a figure."""
        new = self.game.drawn is None and self.game.placed in self.area.cells()
        return new or bool(self.area.pieces or self.area.open)

    @property
    def place(self) -> Spot:
        """Where it is: where the first figure stands, or its first zone as one reads."""
        if self.area.pieces:
            return self.area.pieces[0].spot
        return min(self.area.spots, key=reading)

    def order(self) -> tuple[bool, int, tuple[int, int, int]]:
        """Those with figures first, then the larger ones, then from the west to the east."""
        return not self.standing, -len(self.area.spots), reading(self.place)

    def line(self, names: Names) -> str:
        """Everything about it."""
        return " ".join(part for part in self._sentences(names) if part)

    def _sentences(self, names: Names) -> Iterator[str]:
        facts = {"owners": _owners(self.standing, names), "place": at_zone(self.game, self.place)}
        counts = self._counts()
        if counts:
            yield _("{owners} at {place}: {counts}.", counts=listed(counts), **facts)
        else:
            yield _("{owners} at {place}.", **facts)
        if self.aided:
            yield self._worth()
        if self.area.layer.halo and self.missing:
            yield ngettext(
                "{number} tile around it is missing, at {cells}.",
                "{number} tiles around it are missing, at {cells}.",
                len(self.missing),
                cells=cells(self.missing),
            )
        elif self.closes and self.missing:
            yield _("Open at {cells}.", cells=cells(self.missing))
        elif not self.missing and not self.closes:
            yield _("Enclosed.")
        if self.closes and self.fitting:
            if self.fitting == self.missing and len(self.missing) > 1:
                yield _("The drawn tile fits at each of them.")
            else:
                yield _("The drawn tile fits at {cells}.", cells=cells(self.fitting))

    def _counts(self) -> list[str]:
        """Its size, what is printed on it, and what else counts for it."""
        said: list[str] = []
        numbers: Counter[str] = Counter()
        # What closing scores and what the end scores may count the same things: told once.
        for events in (self.final, self.finished):
            found: Counter[str] = Counter()
            for event in events:
                found.update({term.name: term.number for term in event.terms})
            numbers |= found
        if not self.area.layer.halo:
            if "sections" in numbers:
                said.append(nouns.term("sections", len(self.area.spots)))
            else:
                said.append(nouns.term("tiles", len(self.area.cells())))
            said += [
                nouns.term(name, number)
                for name, number in numbers.items()
                if name not in SIZES and name not in self.marks
            ]
        return said + [nouns.mark(name, number) for name, number in sorted(self.marks.items())]

    def _worth(self) -> str:
        """What it would score now."""
        final = sum(worth(event.terms) for event in self.final)
        if not self.closes or self.closed:
            points = sum(worth(event.terms) for event in self.finished) if self.closes else final
            return _("Worth {points}.", points=points) if points else ""
        finished = sum(worth(event.terms) for event in self.finished)
        if finished == final:
            return _("Worth {points} when finished or at the end.", points=finished)
        if not final:
            return _("Worth {points} when finished, else nothing.", points=finished)
        return _("Worth {points} when finished, {final} at the end.", points=finished, final=final)


def summary(small: Sequence[Feature]) -> str:
    """The features there is nothing to say about in one line, all of them of one layer."""
    places = ", ".join(at_zone(each.game, each.place) for each in small)
    if small[0].closes:
        return ngettext(
            "{number} of one tile, with nobody on it: {places}.",
            "{number} of one tile each, with nobody on them: {places}.",
            len(small),
            places=places,
        )
    return ngettext(
        "{number} with nobody on it, where nothing counts yet: {places}.",
        "{number} with nobody on them, where nothing counts yet: {places}.",
        len(small),
        places=places,
    )


def _events(
    found: Mapping[tuple[str, Spot], Scored], kind: str, spots: Iterable[Spot]
) -> list[Scored]:
    """The events of a kind at some zones, each once."""
    events = (found.get((kind, spot)) for spot in spots)
    return [event for event in dict.fromkeys(events) if event is not None]


def _standing(game: Game, area: Area) -> tuple[Piece, ...]:
    """The pieces that count for an area: those around it where none can be put on it."""
    if any(role.layer == area.layer.name for role in game.book.ruleset.roles):
        return area.pieces
    cells = {cell + step for cell in area.cells() for step in (0, *area.layer.halo)}
    return tuple(piece for piece in game.board.pieces() if cell_of(piece.spot) in cells)


def _touched(game: Game, area: Area) -> list[Spot]:
    """The zones of other features that an area borders: the cities around a field."""
    board = game.board
    return [
        board.spot(cell_of(spot), letter)
        for spot in area.spots
        for letter in board.zone(spot).touches
    ]


def _owners(pieces: Iterable[Piece], names: Names) -> str:
    """``**Ana** (2 hunters) and **Bo** (1 hunter)``, who has more first."""
    found: dict[int, Counter[str]] = {}
    for piece in pieces:
        found.setdefault(piece.seat, Counter())[piece.role.name] += 1
    seats = sorted(found, key=lambda seat: (-found[seat].total(), seat))
    if not seats:
        return _("Nobody")
    return listed(
        _(
            "{who} ({pieces})",
            who=names.shown(seat),
            pieces=listed(nouns.figures(role, n) for role, n in sorted(found[seat].items())),
        )
        for seat in seats
    )


def reading(spot: Spot) -> tuple[int, int, int]:
    """From the west to the east, then from the south to the north, then by letter."""
    return (*xy(spot), spot - cell_of(spot))


def at(spot: Spot) -> str:
    """``3 -1``, as code."""
    x, y = xy(spot)
    return f"`{x} {y}`"


def at_zone(game: Game, spot: Spot) -> str:
    """``3 -1 b``, as code."""
    x, y = xy(spot)
    return f"`{x} {y} {game.board.zone(spot).letter}`"


def cells(found: Iterable[Cell]) -> str:
    """Cells in reading order."""
    return ", ".join(at(cell) for cell in sorted(found, key=reading))
