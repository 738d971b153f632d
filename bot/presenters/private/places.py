"""The places for the drawn tile in words, found by laying it at each of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from bot.games import nouns
from bot.presenters.private.features import at, reading
from bot.text.i18n import _, listed, ngettext, strung
from bot.text.message import shortened
from bot.text.names import Names
from rules.analysis.prospects import once_laid
from rules.areas import Area
from rules.game import Game
from rules.geometry import Cell, Side, Spot, cell_of
from rules.layers import NIBBLE, Form
from rules.scoring import worth
from rules.story import Scored, totals
from rules.variants.ferries import quays

WORDS_LIMIT: Final = 90
"""Characters of the words about a place, so that they fit under a choice in a menu."""

Rank: TypeAlias = tuple[int, bool, int, int, bool, int, int, int]
Called: TypeAlias = Callable[[int], str]
"""What a seat is called."""


@dataclass(frozen=True, slots=True)
class PlaceOption:
    """A gap for the drawn tile, the quarter turns that fit, best first, and what the best does."""

    cell: Cell
    rotations: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class _Trial:
    """The drawn tile laid in one way: what it does, and how good that is, the least being best."""

    cell: Cell
    rotation: int
    rank: Rank
    phrases: tuple[str, ...]


def ranked(game: Game, names: Names | None = None, *, aided: bool = True) -> list[PlaceOption]:
    """Every gap for the drawn tile, best first for the seat to move; none without a tile.

    First what scores for it, least for others first, then what extends features of its own, then
    what finishes anything, then what extends those of others; what only scores for others comes
    last. The words are for that seat; without a cast the others have no names. Not ``aided``,
    they are in the order one reads, and what laying the tile comes to is left to the player.
    """

    def called(seat: int) -> str:
        if seat == game.turn:
            return _("you")
        return names.plain(seat) if names is not None else _("another player")

    return [
        PlaceOption(
            trials[0].cell,
            tuple(trial.rotation for trial in trials),
            _within(trials[0].phrases, WORDS_LIMIT),
        )
        for trials in _gaps(game, called, aided)
    ]


def places(game: Game, names: Names, *, aided: bool = True, ended: bool = False) -> str:
    """The places for the drawn tile, one gap a line, best first for the seat to move."""
    gaps = _gaps(game, names.shown, aided)
    if ended or not gaps:
        return _("There is no tile to lay now.")
    lines = [
        ngettext(
            "There is {number} place for the tile that {who} is to lay.",
            "There are {number} places for the tile that {who} is to lay.",
            len(gaps),
            who=names.shown(game.turn),
        )
    ]
    for trials in gaps:
        said = [
            _("{rotations}: {words}", rotations=_rotations(same), words=", ".join(phrases))
            for phrases, same in groupby(trials, key=lambda trial: trial.phrases)
        ]
        lines.append(f"- {at(trials[0].cell)} {strung(said)}")
    return "\n".join(lines)


def _rotations(trials: Iterable[_Trial]) -> str:
    return ", ".join(f"rot{90 * trial.rotation}" for trial in trials)


def _gaps(game: Game, called: Called, aided: bool) -> list[list[_Trial]]:
    """For each gap the ways to lay the drawn tile there, the best first; the best gap first.

    Not aided, all of them are alike: then they come in the order one reads.
    """
    if game.hand is None:
        return []
    found = [
        sorted(
            (
                _tried(game, cell, form, called) if aided else _untried(game, cell, form)
                for form in forms
            ),
            key=lambda trial: trial.rank,
        )
        for cell, gap in game.board.gaps.items()
        if (forms := game.hand.fitting[gap])
    ]
    return sorted(found, key=lambda trials: (trials[0].rank, reading(trials[0].cell)))


def _tried(game: Game, cell: Cell, form: Form, called: Called) -> _Trial:
    """The drawn tile laid at a cell in a rotation."""
    laid = game.but(board=game.board.with_tile(cell, form), drawn=None, placed=cell)
    closed = once_laid(laid)
    extended = _extended(laid, closed)
    own = [area for area in extended if any(piece.seat == game.turn for piece in area.pieces)]
    others = [area for area in extended if area not in own]
    phrases = [
        *(_finishes(laid, event, called) for event in closed),
        *(_extends(laid, area, called) for area in (*own, *others)),
    ]
    if not phrases:
        phrases = [_beside(game, cell)]
    sides = _neighbours(game, cell)
    points = totals(closed, game.seats)
    given = sum(points) - points[game.turn]
    gain = _gain(laid, closed)
    extends = (-len(own), not closed, -len(others), -sides)
    rank = (-gain, not gain and given > 0, given, *extends, form.rotation)
    return _Trial(cell, form.rotation, rank, tuple(dict.fromkeys(phrases)))


def _untried(game: Game, cell: Cell, form: Form) -> _Trial:
    """The drawn tile at a cell in a rotation, nothing said of what it comes to."""
    rank = (0, False, 0, 0, False, 0, 0, form.rotation)
    return _Trial(cell, form.rotation, rank, (_beside(game, cell),))


def _neighbours(game: Game, cell: Cell) -> int:
    """How many tiles lie beside a gap."""
    return sum(bool(game.board.gaps[cell] >> 4 * side & NIBBLE) for side in Side)


def _beside(game: Game, cell: Cell) -> str:
    return ngettext("beside {number} tile", "beside {number} tiles", _neighbours(game, cell))


def _gain(laid: Game, closed: tuple[Scored, ...]) -> int:
    """What the seat to move gets, a figure put on the best free feature included."""
    free = (worth(event.terms) for event in closed if _free(laid, event))
    return totals(closed, laid.seats)[laid.turn] + max(free, default=0)


def _free(laid: Game, event: Scored) -> bool:
    """Whether the seat to move may put a figure on a finished feature before it is scored."""
    supply = laid.supply[laid.turn]
    return (
        not event.pieces
        and any(cell_of(spot) == laid.placed for spot in event.spots)
        and any(supply[r.kind] for r in laid.book.ruleset.roles if r.layer == event.kind)
    )


def _extended(laid: Game, closed: Iterable[Scored]) -> list[Area]:
    """The features with figures that the tile adds to, those it finishes left out."""
    board = laid.board
    finished = {(event.kind, spot) for event in closed for spot in event.spots}
    found: dict[tuple[int, Spot], Area] = {}
    for number, spot in board.fresh:
        plane = board.planes[number]
        area = plane.areas[plane.home[spot]]
        if area.pieces and (area.layer.name, spot) not in finished:
            found[number, plane.home[spot]] = area
    order = [layer.name for layer in laid.book.ruleset.layers]
    return sorted(
        found.values(),
        key=lambda area: (order.index(area.layer.name), [piece.seat for piece in area.pieces]),
    )


def _surely(laid: Game, event: Scored) -> bool:
    """Whether a feature is finished whatever ferry is laid: a road may go on from a quay."""
    ends = [laid.board.spot(laid.placed, letter) for letter in quays(laid.last_form)]
    return not any(spot in event.spots for spot in ends)


def _finishes(laid: Game, event: Scored, called: Called) -> str:
    """What comes of a feature that the tile finishes, or can finish with the right ferry."""
    surely = _surely(laid, event)
    feature = nouns.a_feature(event.kind)
    if event.points:
        points = listed(
            dict.fromkeys(
                _("{points} for {who}", points=points, who=called(seat))
                for seat, points in event.points
            )
        )
        if surely:
            return _("finishes {feature}: {points}", feature=feature, points=points)
        return _("can finish {feature}: {points}", feature=feature, points=points)
    points = str(worth(event.terms))
    if _free(laid, event):
        if surely:
            return _(
                "finishes {feature} worth {points}, still free", feature=feature, points=points
            )
        return _("can finish {feature} worth {points}, still free", feature=feature, points=points)
    if surely:
        return _("finishes {feature} for nobody", feature=feature)
    return _("can finish {feature} for nobody", feature=feature)


def _extends(laid: Game, area: Area, called: Called) -> str:
    """Whose feature the tile adds to."""
    facts = {
        "feature": nouns.a_feature(area.layer.name),
        "owners": listed(dict.fromkeys(called(piece.seat) for piece in area.pieces)),
    }
    if all(cell_of(spot) != laid.placed for spot in area.spots):
        return _("stands around {feature} ({owners})", **facts)
    return _("extends {feature} ({owners})", **facts)


def _within(phrases: Iterable[str], limit: int) -> str:
    """As many of the first phrases as a limit takes."""
    first, *more = phrases
    said = shortened(first, limit)
    for phrase in more:
        if len(said) + 2 + len(phrase) <= limit:
            said += f", {phrase}"
    return said
