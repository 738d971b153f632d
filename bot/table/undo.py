"""Undoing a user's last tile: at once, or by the consent of the others."""

from dataclasses import dataclass

from bot.table import checks
from bot.table.entries import Ask, Undo
from bot.table.refusals import Refusal
from bot.table.table import Table, TableVersion
from bot.table.undo_policy import is_free_undo
from bot.text.opponents import is_opponent


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """An undo that would be written now, and the facts a player should know before.

    ``last`` is the newest entry there was; ``tiles`` is how many would be undone, opponents' among
    them; ``asked`` are the users whose consent that takes, ``played_on`` those who have moved
    since; ``seconds`` is how long ago the newest move was, ``told`` whether the end has shown the
    tiles left; ``own`` is how many of the tiles people have laid.
    """

    last: int
    entry: Undo | Ask
    tiles: int
    asked: tuple[int, ...]
    played_on: tuple[int, ...]
    seconds: float
    told: bool
    own: int = 1

    @property
    def sure(self) -> bool:
        """True if the undo needs no question: it concerns nobody else, and one tile."""
        return isinstance(self.entry, Undo) and self.own == 1


def preview_undo(
    table: Table, user: int, seconds: float, at: TableVersion | None = None
) -> UndoPreview:
    """The undo ``seconds`` after the newest move that counts. Raise Refusal if it is not allowed.

    ``at`` is the moment at which the user was offered it: what is offered once is not taken to
    mean another tile later.
    """
    entry = checks.may_undo(table, user, fresh=is_free_undo(table.settings.undo, seconds))
    if at is not None and _is_other_tile(table, user, at):
        raise Refusal("late")
    dropped = [line for line in table.lines if line.number >= entry.number]
    users = [line.user for line in dropped if line.moves and not is_opponent(line.user)]
    asked = table.voters() - {user} if isinstance(entry, Ask) else ()
    return UndoPreview(
        last=table.last,
        entry=entry,
        tiles=sum(line.places for line in dropped),
        asked=tuple(each for each in table.players if each is not None and each in asked),
        played_on=tuple(dict.fromkeys(u for u in users if u is not None and u != user)),
        seconds=seconds,
        told=table.bags_told,
        own=sum(line.places for line in dropped if not is_opponent(line.user)),
    )


def _is_other_tile(table: Table, user: int, at: TableVersion) -> bool:
    """Return True if the user's last tile has changed since a version."""
    if table.undone is not None and table.undone > at.version:
        return True
    line = table.last_placed_by(user)
    # A tile that lies without the turn being over is in no post yet: the newest one means it.
    return line is not None and line.number > at.version and not table.half_way
