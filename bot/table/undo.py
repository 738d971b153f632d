"""Undoing a user's last tile: at once, or by the consent of the others."""

from dataclasses import dataclass

from bot.table import checks
from bot.table.entries import Ask, Undo
from bot.table.refusals import Refusal
from bot.table.settings import is_free_undo
from bot.table.table import Table, TableVersion
from bot.text.opponents import is_impersonal


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """An undo that would be written now, and the facts a player should know before.

    Attributes:
        last: The number of the newest entry of the log.
        entry: The entry that would be written: the undo, or the question to the other players.
        tiles: The number of tiles that would be undone, including opponents'.
        users_to_ask: The users whose consent the undo needs.
        played_on: The users who have moved since.
        seconds: The age of the newest move.
        has_shown_undrawn_tiles: True if the end of the game has shown the tiles left.
        own: The number of undone tiles that people have laid.
    """

    last: int
    entry: Undo | Ask
    tiles: int
    users_to_ask: tuple[int, ...]
    played_on: tuple[int, ...]
    seconds: float
    has_shown_undrawn_tiles: bool
    own: int = 1

    @property
    def needs_no_question(self) -> bool:
        """True if the undo takes back one tile, and nobody else has to agree."""
        return isinstance(self.entry, Undo) and self.own == 1


def preview_undo(
    table: Table, user: int, seconds: float, version: TableVersion | None = None
) -> UndoPreview:
    """The undo ``seconds`` after the newest line. Raise Refusal if it is forbidden.

    ``version``: of the table when the undo was offered: it never means another tile.
    """
    entry = checks.check_undo(table, user, fresh=is_free_undo(table.settings.undo, seconds))
    if version is not None and _is_other_tile(table, user, version):
        raise Refusal("late")
    dropped = [line for line in table.lines if line.number >= entry.number]
    users = [line.user for line in dropped if line.is_move and not is_impersonal(line.user)]
    asked = table.voters() - {user} if isinstance(entry, Ask) else ()
    return UndoPreview(
        last=table.last,
        entry=entry,
        tiles=sum(line.is_placement for line in dropped),
        users_to_ask=tuple(
            player for player in table.players if player is not None and player in asked
        ),
        played_on=tuple(dict.fromkeys(u for u in users if u is not None and u != user)),
        seconds=seconds,
        has_shown_undrawn_tiles=table.has_shown_undrawn_tiles,
        own=sum(line.is_placement for line in dropped if not is_impersonal(line.user)),
    )


def _is_other_tile(table: Table, user: int, version: TableVersion) -> bool:
    """True if the user's last tile has changed since a version."""
    if table.undone is not None and table.undone > version.version:
        return True
    line = table.last_placed_by(user)
    # A tile of an unfinished turn is not posted yet; the button of the newest post refers to it.
    return line is not None and line.number > version.version and not table.is_mid_turn
