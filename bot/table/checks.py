"""Check a user's action at a table: raise `Refusal`, or return its log entry; preview an undo."""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.table import settings as undo_policy
from bot.table.entries import (
    Ask,
    Channel,
    Choose,
    Confirm,
    Join,
    Leave,
    Opponent,
    Recolour,
    Set,
    Substitute,
    Undo,
)
from bot.table.refusals import Refusal
from bot.table.settings import GAME, SEATS, TABLE, is_free_undo, renamed_setting
from bot.table.table import COLOURS, Phase, Table, TableVersion, UndoVote
from bot.text.names import (
    LEVELS,
    THE_CHANNEL,
    free_names,
    is_impersonal,
    is_opponent,
    opponent_number,
)
from rules.analysis.history import tile_number_in_turn
from rules.game import Game
from rules.variants import (
    PARTS,
    available_additions,
    combine_parts,
    option_values,
    parts_of,
    rulebook,
    starting_part,
    starting_parts,
)


def require_lobby(table: Table) -> None:
    """Refuse a begun game; the refusal names its phase."""
    if table.phase is not Phase.LOBBY:
        over = "game-over" if table.phase is Phase.OVER else "no-table"
        raise Refusal("started-already" if table.phase is Phase.PLAYING else over)


def require_running(table: Table) -> Game:
    if table.phase is Phase.LOBBY:
        raise Refusal("not-started")
    if table.game is None:
        raise Refusal("no-table")
    if table.phase is Phase.ARCHIVED:
        raise Refusal("archived")
    if table.phase is not Phase.PLAYING:
        raise Refusal("game-over")
    return table.game


def check_join(table: Table, user: int, colour: int | None = None) -> Join | Recolour | Confirm:
    """Check that a user has no seat and a seat is free.

    For a user with a seat the entry changes their colour, or confirms the seat.
    """
    require_lobby(table)
    seat = table.players.index(user) if user in table.players else None
    if seat is not None and colour is None and user in table.unconfirmed:
        return Confirm(seat)
    if seat is not None and colour is None:
        raise Refusal("joined-already")
    if seat is None and table.full:
        raise Refusal("full", seats=table.seat_count)
    chosen = table.free_colour() if colour is None else colour
    if chosen in table.colours:
        holder = table.colours.index(chosen)
        if holder != seat:
            raise Refusal("colour-taken", user=table.players[holder], colour=chosen)
    return Join(chosen) if seat is None else Recolour(chosen, seat)


def check_colour_choice(table: Table, user: int) -> tuple[int, ...]:
    """The free colours, for a user who has a seat or may take one."""
    require_lobby(table)
    if user not in table.players and table.full:
        raise Refusal("full", seats=table.seat_count)
    free = tuple(colour for colour in range(COLOURS) if colour not in table.colours)
    if not free:
        raise Refusal("all-worn")
    return free


def check_leave(table: Table, user: int) -> int:
    """The seat of a user in the lobby; a running game is resigned."""
    if table.phase is Phase.PLAYING and table.seat_of(user) is not None:
        raise Refusal("resign-instead")
    require_lobby(table)
    if user not in table.players:
        raise Refusal("not-joined")
    return table.players.index(user)


def check_start(table: Table, user: int) -> None:
    """Refuse all but players of a full table; the host may start earlier."""
    require_lobby(table)
    if user not in table.players:
        raise Refusal("not-joined")
    low = rulebook(table.name).ruleset.seats.start
    if len(table.players) < low:
        raise Refusal("too-few", low=low)
    if not table.full and user != table.host:
        raise Refusal("host-starts", host=table.host)
    if table.unconfirmed:
        raise Refusal("unconfirmed")


def check_move(table: Table, user: int) -> Game:
    game = check_plan(table, user)
    if table.seat_of(user) != game.turn:
        if game.turn in table.open_seats:
            raise Refusal("seat-waits")
        raise Refusal("not-your-turn", user=table.waited_for)
    return game


def check_plan(table: Table, user: int) -> Game:
    """Refuse a user who is no longer in the game; it need not be their turn."""
    game = require_running(table)
    if table.seat_of(user) is None:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return game


def check_hint(table: Table, user: int) -> Game:
    """Refuse a user who is not to move, or a table without aids."""
    require_running(table)
    require_aids(table)
    return check_move(table, user)


def check_review(table: Table) -> Game:
    """Require an ended game; any user may ask."""
    if table.game is None:
        raise Refusal("not-started" if table.phase is Phase.LOBBY else "no-table")
    if not table.ended:
        raise Refusal("not-over")
    return table.game


def check_try_moves(table: Table) -> Game:
    """Require an ended game; any user may ask."""
    game = require_begun(table)
    if not table.ended:
        raise Refusal("trial-not-over")
    return game


def can_try_moves(table: Table) -> bool:
    return table.game is not None and table.ended


def check_page(table: Table) -> Game:
    """Require an ended game; any user may ask."""
    game = require_begun(table)
    if not table.ended:
        raise Refusal("page-not-over")
    return game


def check_print(table: Table) -> Game:
    """Require a game with a poster; any user may have the file."""
    game = require_begun(table)
    if table.phase is not Phase.OVER:
        raise Refusal("print-not-over")
    if not table.has_poster:
        raise Refusal("print-too-short")
    return game


def require_begun(table: Table) -> Game:
    """The begun game, which may be over."""
    if table.game is None:
        raise Refusal("not-started" if table.phase is Phase.LOBBY else "no-table")
    return table.game


def check_undo(table: Table, user: int, *, fresh: bool) -> Undo | Ask:
    """Check that a user has placed a tile. Return an undo, or a question to the others.

    No question is needed in the middle of a turn, or while the move is ``fresh`` and nobody has
    played on, unless the end has shown the undrawn tiles. The user's own right comes before
    another's question. After taking a tile back a user can only take back an earlier tile of the
    same turn.
    """
    _require_undoer(table, user)
    if table.settings.undo == undo_policy.NEVER_UNDO:
        raise Refusal("never-back")
    if (
        table.is_tile_back
        and table.to_move == user
        and tile_number_in_turn(table.running_game) == 1
    ):
        raise Refusal("back-already")
    line = table.last_placed_by(user)
    if line is not None and table.is_mid_turn and table.to_move == user:
        return Undo(line.number)
    if (
        line is not None
        and fresh
        and table.alone_since(line, user)
        and not table.has_shown_undrawn_tiles
    ):
        return Undo(line.number)
    if table.undo_vote is not None:
        if table.undo_vote.user == user:
            raise Refusal("asking-already")
        has_agreed = user in table.undo_vote.agreed
        raise Refusal(
            "agreed-already" if has_agreed else "asked-already", user=table.undo_vote.user
        )
    if line is None:
        raise Refusal("nothing-to-undo")
    if table.voters() <= {user}:
        # No other player is left to agree; a game that ended by that stays ended.
        require_running(table)
        return Undo(line.number)
    return Ask(line.number)


def check_agree(table: Table, user: int, entry: int) -> None:
    """Refuse a user whose consent is not missing."""
    if user in _open_vote(table, user, entry).agreed:
        raise Refusal("agreed-already")


def check_refuse(table: Table, user: int, entry: int) -> None:
    """Refuse a user who is no player; the one who asked may refuse too."""
    _open_vote(table, user, entry)


def _open_vote(table: Table, user: int, entry: int) -> UndoVote:
    _require_undoer(table, user)
    if table.undo_vote is None or table.undo_vote.entry != entry:
        raise Refusal("void")
    return table.undo_vote


def _require_undoer(table: Table, user: int) -> None:
    """Refuse a non-player, and a game not begun or ended early."""
    if table.phase is Phase.LOBBY:
        raise Refusal("not-started")
    if table.phase is Phase.STOPPED:
        raise Refusal("no-table" if table.game is None else "game-over")
    if table.phase is Phase.ARCHIVED:
        raise Refusal("archived")
    if user not in table.players:
        raise Refusal("not-seated")
    if table.game is not None and table.players.index(user) in table.game.out:
        raise Refusal("resigned")


def check_resign(table: Table, user: int) -> int:
    require_running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return seat


def check_skip(table: Table, seat: int) -> None:
    """Refuse a seat not to move; the right to skip is checked elsewhere (COM-26)."""
    if require_running(table).turn != seat:
        raise Refusal("nothing-to-skip", user=table.waited_for)


def check_end(table: Table, user: int, *, manager: bool, scored: bool = False) -> None:
    """Allow the host, a server manager or the last player to end a table.

    Only a running game can be ``scored`` (COM-27). A cup's match has no host.
    """
    if table.ended:
        raise Refusal("no-table" if table.game is None else "game-over")
    alone = table.game is not None and table.voters() == {user}
    if table.settings.cup and not manager and not alone:
        raise Refusal("cup-match")
    if user != table.host and not manager and not alone:
        raise Refusal("host-ends", host=table.host)
    if scored:
        require_running(table)


def check_play_again(table: Table, user: int) -> None:
    """Refuse a non-player, or a game that is not over."""
    if not table.ended or table.game is None:
        raise Refusal("late")
    if user not in table.players:
        raise Refusal("not-among")


def require_aids(table: Table) -> Game:
    if not table.aided:
        raise Refusal("purist")
    return table.running_game


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """An undo that would be written now, and the facts a player should know before.

    Attributes:
        last: The newest entry of the log.
        entry: The undo, or the question to the other players.
        tiles: The undone tiles, including opponents'.
        users_to_ask: Those whose consent is needed.
        played_on: Those who have moved since.
        seconds: The age of the newest move.
        has_shown_undrawn_tiles: True if the end of the game has shown the tiles left.
        own: The undone tiles that people have laid.
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
    entry = check_undo(table, user, fresh=is_free_undo(table.settings.undo, seconds))
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


def with_sets(name: str, added: Iterable[str]) -> str:
    """Add sets, each once.

    Raise RulesError for an unknown game or set.
    """
    return combine_parts(starting_part(name), [*name.split("+"), *added])


def check_takes_sets(name: str) -> None:
    """Refuse a game without sets, naming the games that have some."""
    if not available_additions(name):
        others = {part.extends for part in PARTS.values()} - {""}
        raise Refusal("plays-alone", game=starting_part(name), games=sorted(others))


def check_new_game(name: str, seats: int, options: Mapping[str, str]) -> None:
    """Refuse a number of seats or options that the game lacks.

    Raise RulesError for an unknown game or value.
    """
    for option in options:
        if option not in option_values(name):
            check_takes_sets(name)
            [owner] = (part.name for part in PARTS.values() if option in part.option_values)
            raise Refusal("not-without", switch=option, sets=[owner], typed=owner)
    allowed = rulebook(name, options).ruleset.seats
    if seats not in allowed:
        facts = {"low": allowed.start, "high": allowed.stop - 1}
        for part in available_additions(name):
            if seats in rulebook(with_sets(name, [part])).ruleset.seats:
                raise Refusal("seats-with", sets=[part], typed=part, **facts)
        raise Refusal("seats", **facts)


def check_set_choice(table: Table, user: int, part: str, *, on: bool) -> Choose:
    """The host adds or removes a set.

    Refuse a game for fewer players than are seated.
    """
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-chooses", host=table.host)
    part_names = [other.name for other in parts_of(table.name)]
    if part not in available_additions(table.name) or (part in part_names) == on:
        raise Refusal("late")
    game = with_sets(table.name, [part])
    if not on:
        game = combine_parts(
            starting_part(table.name), [other for other in part_names if other != part]
        )
    most, seated = rulebook(game).ruleset.seats.stop - 1, len(table.players)
    if seated > most:
        raise Refusal("too-many", sets=[part], high=most, seated=seated)
    return Choose(game)


def check_setting(table: Table, user: int, key: str, value: str) -> Set:
    """The host changes a setting, an option, GAME or SEATS."""
    key, value = renamed_setting(key, value)
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sets", host=table.host)
    seated, options = len(table.players), option_values(table.name)
    if key in TABLE:
        TABLE[key].check(value)
        now = table.settings.value(key)
    elif key == GAME:
        now = starting_part(table.name)
        if value not in starting_parts():
            raise Refusal("late")
        most = rulebook(value).ruleset.seats.stop - 1
        if seated > most:
            raise Refusal("too-many-players", game=value, high=most, seated=seated)
    elif key == SEATS:
        now = str(table.seat_count)
        if value not in map(str, rulebook(table.name).ruleset.seats):
            raise Refusal("late")
        if int(value) < seated:
            raise Refusal("seats-taken", seated=seated)
    else:
        if value not in options.get(key, ()):
            raise Refusal("late")
        now = table.options.get(key, options[key][0])
    if value == now:
        raise Refusal("set-already")
    return Set(key, value)


def check_add(table: Table, user: int, level: str, chance: random.Random) -> Opponent:
    """A seated user gives a free seat to an opponent."""
    require_lobby(table)
    if user not in table.players:
        raise Refusal("not-joined")
    if table.full:
        raise Refusal("full-for-opponents", seats=table.seat_count)
    return Opponent(_random_opponent(table.players, level, chance), table.free_colour())


def check_add_channel(table: Table, user: int, name: str, *, rated: bool) -> Channel:
    """The host gives a seat to the channel.

    ``rated``: the server's games are rated.
    """
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sets", host=table.host)
    if THE_CHANNEL in table.players:
        raise Refusal("channel-added")
    if table.full:
        raise Refusal("full-for-opponents", seats=table.seat_count)
    if table.settings.cup or (rated and not table.settings.has_aids):
        raise Refusal("channel-unrated")
    return Channel(table.free_colour(), " ".join(name.split()) or "?")


def check_remove(table: Table, user: int, seat: int) -> Leave:
    """The host frees the seat of an opponent, or of a player yet to confirm a change."""
    require_lobby(table)
    if user != table.host:
        raise Refusal("host-sends-away", host=table.host)
    if seat not in removable_seats(table):
        raise Refusal("late")
    return Leave(seat)


def removable_seats(table: Table) -> tuple[int, ...]:
    """Seats of opponents, and of players to confirm a change."""
    return tuple(
        seat
        for seat, user in enumerate(table.players)
        if is_impersonal(user) or (user in table.unconfirmed and user != table.host)
    )


def check_substitute_choice(table: Table, user: int, *, manager: bool) -> Game:
    """Require a player or a manager of the server."""
    game = require_running(table)
    if user not in table.people and not manager:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return game


def check_substitute(
    table: Table, user: int, seat: int, level: str, chance: random.Random, *, manager: bool
) -> Substitute:
    """Check that an opponent may play on for an open seat."""
    game = check_substitute_choice(table, user, manager=manager)
    if seat >= len(table.players) or seat in game.out:
        raise Refusal("late")
    if seat not in table.open_seats:
        raise Refusal("seat-taken", user=table.players[seat])
    return Substitute(seat, _random_opponent(table.players, level, chance))


def check_opponent_number(seats: int, number: int) -> None:
    """Leave a seat to the user who opens the table."""
    if number >= seats:
        raise Refusal("opponents", most=seats - 1, seats=seats)


def opponent_entries(
    seats: int, colour: int, number: int, level: str, chance: random.Random
) -> Iterator[Opponent]:
    """Entries of the opponents for a table opened in a ``colour``."""
    check_opponent_number(seats, number)
    free = (other for other in range(COLOURS) if other != colour)
    known: list[int] = []
    for _seat in range(number):
        known.append(_random_opponent(known, level, chance))
        yield Opponent(known[-1], next(free))


def _random_opponent(players: Collection[int | None], level: str, chance: random.Random) -> int:
    if level not in LEVELS:
        raise Refusal("late")
    return opponent_number(chance.choice(free_names(players)), level)


def leaves_only_opponents(table: Table, leaving: int) -> bool:
    """True if only several opponents would play on.

    With one seat left the game ends by itself; an open seat may still be taken.
    """
    seats = set(range(len(table.players))) - table.running_game.out
    opponents = {seat for seat in seats if is_opponent(table.players[seat])}
    return table.people == (leaving,) and len(opponents) == len(seats) - 1 > 1
