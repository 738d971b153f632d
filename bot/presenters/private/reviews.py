"""A game looked over: the moves that cost a player most, beside what would have been better."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from bot.presenters.private.hints import line
from bot.presenters.words import move_options
from bot.presenters.words.buttons import REVIEW
from bot.table.table import Table
from bot.text.i18n import N_, _
from bot.text.message import Button, Illustration, Message, Shot
from bot.text.move_options import Compared
from bot.text.names import Names, unmarked
from rules.game import Game
from rules.opponents.review import Review, Slip
from rules.record import moments

LOOKING: Final = N_("I am looking over the game, move by move. That takes half a minute at most.")


def review(
    table: Table, found: Review, seat: int, positions: Sequence[Game], names: Names
) -> Message:
    """The most expensive moves of a seat; its buttons lead to those of the others.

    ``positions`` are the game before each of these moves.
    """
    slips, record = found.slips[seat], table.record()
    head = _("**Review** · {who}", who=names.shown(seat))
    others = [
        Button(names.plain(other), f"{REVIEW} {other + 1}", chosen=other == seat)
        for other in range(len(found.slips))
    ]
    lost = " · ".join(
        f"{names.shown(other)} {round(points)}" for other, points in enumerate(found.lost)
    )
    foot = [
        _("What all moves cost together, in points: {lost}.", lost=lost),
        _("-# Measured against the best I found, by what could be known at the time."),
    ]
    if not slips:
        none = _("No move of {who} cost anything to speak of.", who=names.shown(seat))
        return Message("\n".join([head, none, *foot]), (), tuple(others))
    told = [f"{number}. {said}" for number, said in enumerate(_told(slips, positions, names), 1)]
    shown = tuple((slip.line, slip.played, slip.better.moves) for slip in slips)
    alt = unmarked(" ".join([head, *told]))
    picture = Illustration(Shot.COMPARED, alt, Compared(record, shown))
    return Message("\n".join([head, *told, *foot]), (picture,), tuple(others))


def _told(slips: Sequence[Slip], games: Sequence[Game], names: Names) -> Iterator[str]:
    for slip, game in zip(slips, games, strict=True):
        yield _(
            "Tile {tile}: {way} cost **{lost}**. Better: {better}",
            tile=slip.tile,
            way=move_options.described(game, slip.played),
            lost=round(slip.lost),
            better=line(game, slip.better, names),
        )


def positions(record: str, slips: Sequence[Slip]) -> list[Game]:
    """The game as it stood before each of some moves: the record is played once more for that."""
    last = max((slip.line for slip in slips), default=0)
    games = [moment.game for moment in islice(moments(record), last + 1)]
    return [games[slip.line] for slip in slips]
