"""Rules for replacing a seat's player: invitations, and the consent of player or table."""

from typing import Protocol

from bot.table.checks import check_resign, leaves_only_opponents, require_running
from bot.table.refusals import Refusal
from bot.table.table import Phase, Table
from bot.table.votes import PROTECTION_SECONDS, needed_votes
from rules.game import Game
from rules.table_decisions import end_early, resign


class OpenInvitation(Protocol):
    """An invitation from ``inviter`` to ``invited``, to replace ``holder``.

    ``granted``: by the seat's player or a server manager; ``consents``: users who consent.
    """

    @property
    def id(self) -> int: ...
    @property
    def game(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def holder(self) -> int: ...
    @property
    def invited(self) -> int: ...
    @property
    def inviter(self) -> int: ...
    @property
    def granted(self) -> bool: ...
    @property
    def consents(self) -> frozenset[int]: ...


def resigned_game(table: Table, user: int) -> Game:
    """The game as it would be if the user resigned."""
    seat = check_resign(table, user)
    game = resign(table.running_game, seat)
    return end_early(game) if not game.over and leaves_only_opponents(table, user) else game


def check_replace(table: Table, user: int, old: int, new: int | None, *, manager: bool) -> int:
    """The replaced player's seat, for a player or server manager.

    ``new`` may be None only for a user who decides alone.
    """
    require_running(table)
    if table.seat_of(user) is None and not manager:
        raise Refusal("resigned" if user in table.players else "not-seated")
    seat = table.seat_of(old)
    if seat is None:
        raise Refusal("nobody-to-replace", user=old)
    if new is None:
        if not can_decide_alone(user, old, manager=manager):
            raise Refusal("replaced-by-whom", user=old)
    elif new in table.players:
        raise Refusal("seated-there", user=new)
    return seat


def can_decide_alone(user: int, holder: int, *, manager: bool) -> bool:
    """True if nobody else's consent is needed."""
    return manager or user == holder


def deciding_users(table: Table, holder: int) -> frozenset[int]:
    """The users who may together consent in place of a seat's player."""
    return table.voters() - {holder}


def is_granted(table: Table, invitation: OpenInvitation, waited: float) -> bool:
    """True by the player's consent, or the others' after a wait.

    ``waited``: seconds of the present turn, which must be that seat's.
    """
    if invitation.granted:
        return True
    asked = deciding_users(table, invitation.holder)
    late = table.to_move == invitation.holder and waited >= PROTECTION_SECONDS
    return late and len(invitation.consents & asked) >= needed_votes(table, len(asked))


def require_current(table: Table, invitation: OpenInvitation) -> None:
    """Refuse if the seat's player has changed or the game is over."""
    if table.phase is not Phase.PLAYING or table.seat_of(invitation.holder) != invitation.seat:
        raise Refusal("no-invitation")
