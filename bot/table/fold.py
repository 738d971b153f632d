"""Rebuild a table from its log, and tell what changed between two entries, for a post."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.core.codec import TextError
from bot.table import clock
from bot.table.entries import (
    ENTRIES,
    Agree,
    Archive,
    Ask,
    Channel,
    Choose,
    Confirm,
    End,
    Entry,
    EntryError,
    Extend,
    Host,
    Join,
    Leave,
    LogLine,
    Moves,
    New,
    Open,
    Opponent,
    Pause,
    Recolour,
    Refuse,
    Resign,
    Resume,
    Set,
    Skip,
    Start,
    Substitute,
    Take,
    Tally,
    Unarchive,
    Undo,
    Vote,
)
from bot.table.settings import GAME, SEATS, TABLE, renamed_setting
from bot.table.table import Ballot, Outcome, Phase, RecordLine, Table, UndoVote, VoteTally
from bot.text.names import THE_CHANNEL, is_impersonal
from rules.analysis.history import index_of_last_tile
from rules.errors import RulesError
from rules.game import Game, start
from rules.header import Header
from rules.record import END, SKIP, parse_header, play_line
from rules.story import Event, Resigned
from rules.variants import option_values, rulebook


def new_table(line: LogLine, new: New) -> Table:
    return Table(
        new.game,
        seat_count=new.seat_count,
        seats_wanted=new.seat_count,
        host_seat=0,
        players=(line.user,),
        colours=(new.colour,),
        phase=Phase.LOBBY,
        last=line.number,
        version=line.number,
        since=line.at,
        settings=new.settings,
        options=new.options,
    )


def require_lobby(table: Table) -> Table:
    """Raise EntryError if the game has begun."""
    if table.phase is not Phase.LOBBY:
        raise EntryError("the lobby is closed")
    return table


def require_taken_seat(table: Table, seat: int) -> int:
    """Raise EntryError for any other seat."""
    if seat >= len(table.players):
        raise EntryError("nobody sits there")
    return seat


def change_game(table: Table, game: str) -> Table:
    """Change the game; options that it lacks are dropped.

    Raise RulesError for an unknown game.
    """
    known, most = option_values(game), rulebook(game).ruleset.seats.stop - 1
    if len(table.players) > most:
        raise EntryError(f"{len(table.players)} players sit here, {game} is for {most}")
    options = {option: value for option, value in table.options.items() if option in known}
    return table.replace(name=game, options=options, seat_count=min(table.seats_wanted, most))


def change_setting(table: Table, user: int | None, key: str, value: str) -> Table:
    """The others in the lobby may have to confirm their seats.

    Raise RulesError for an unknown game.
    """
    key, value = renamed_setting(key, value)
    if key in TABLE:
        after = table.replace(settings=table.settings.with_values({key: value}))
    elif key == GAME:
        after = change_game(table, value)
    elif key == SEATS:
        after = _with_seats(table, int(value))
    elif value in option_values(table.name).get(key, ()):
        after = table.replace(options={**table.options, key: value})
    else:
        raise EntryError(f"{table.name} has no option {key}: {value}")
    others = frozenset(table.people) - {user}
    needs_consent = TABLE[key].needs_consent if key in TABLE else key != SEATS
    earlier = tuple(other for other in table.changed if other != key)
    return after.replace(
        changed=(*earlier, key) if others else (),
        unconfirmed=table.unconfirmed | others if needs_consent else table.unconfirmed,
    )


def _with_seats(table: Table, seats: int) -> Table:
    if seats not in rulebook(table.name).ruleset.seats or seats < len(table.players):
        raise EntryError(f"{len(table.players)} players sit here, and {table.name} has its limits")
    return table.replace(seat_count=seats, seats_wanted=seats)


def confirm(table: Table, seat: int) -> Table:
    user = table.players[require_taken_seat(table, seat)]
    return table.replace(unconfirmed=table.unconfirmed - {user})


def join(table: Table, user: int | None, colour: int | None) -> Table:
    """Seat a user next, in a colour or the first free one."""
    if table.full:
        raise EntryError("no seat is free")
    if is_impersonal(user) and user in table.players:
        raise EntryError("this opponent sits here already")
    taken = table.free_colour() if colour is None else colour
    return table.replace(players=(*table.players, user), colours=(*table.colours, taken))


def recolour(table: Table, seat: int, colour: int) -> Table:
    seat = require_taken_seat(table, seat)
    return table.replace(colours=(*table.colours[:seat], colour, *table.colours[seat + 1 :]))


def leave(table: Table, seat: int) -> Table:
    """Remove a seat: later ones move up, and the next player becomes host if the host left."""
    require_taken_seat(table, seat)
    host, user = table.host_seat, table.players[seat]
    players = table.players[:seat] + table.players[seat + 1 :]
    people = (n for n, user in enumerate(players) if not is_impersonal(user))
    return table.replace(
        players=players,
        colours=table.colours[:seat] + table.colours[seat + 1 :],
        host_seat=next(people, 0) if seat == host else host - (seat < host),
        unconfirmed=table.unconfirmed - {user},
    )


def start_game(table: Table, order: Sequence[int], text: str) -> Table:
    """``text``: the header of the record."""
    # Counted with the lines of the entry: the header begins with the third.
    header = parse_header(list(enumerate(text.splitlines(), 3)))
    if not len(order) == len(table.players) == header.seats:
        raise EntryError(f"{len(table.players)} players sit here, the order names {len(order)}")
    return table.replace(
        players=tuple(table.players[seat] for seat in order),
        colours=tuple(table.colours[seat] for seat in order),
        host_seat=order.index(table.host_seat),
        phase=Phase.PLAYING,
        header=header,
        game=deal(header),
        changed=(),
        unconfirmed=frozenset(),
    )


def deal(header: Header) -> Game:
    return start(header.book, header.seats, header.bags)


MAX_UNDO_SNAPSHOTS: Final = 12
"""Moves that can be undone without replaying the game: some turns of a table."""


class UndoSnapshots:
    """The game before each newest move not undone, by the move's entry.

    Snapshots live only while a log is read, so cached tables do not grow.
    """

    def __init__(self) -> None:
        self._games: deque[tuple[int, Game]] = deque(maxlen=MAX_UNDO_SNAPSHOTS)

    def keep(self, number: int, before: Game) -> None:
        self._games.append((number, before))

    def before(self, number: int) -> Game | None:
        """The game before an entry's move, if known; drops the snapshots from there on.

        The caller saves new ones for later moves.
        """
        while self._games:
            known, game = self._games.pop()
            if known == number:
                return game
        return None


def add_vote(table: Table, user: int | None, vote: Vote, number: int) -> Table:
    """Record a vote; a forgotten user has none."""
    _require_playing(table)
    if user is None:
        return table
    ballot = Ballot(vote.word, vote.until, number)
    return table.replace(ballots={**table.ballots, user: ballot})


def open_seat(table: Table, seat: int) -> Table:
    """Free a seat; it is already free if its player has been forgotten."""
    _require_seat_in_play(table, seat)
    return _with_player(table, seat, None)


def take_seat(table: Table, seat: int, user: int | None) -> Table:
    """Give a seat to a user; turns played before stay their player's."""
    _require_seat_in_play(table, seat)
    if user is not None and user in table.players:
        raise EntryError("who takes a seat has one already")
    return _with_player(table, seat, user)


def archive(table: Table) -> Table:
    _require_playing(table)
    return table.replace(phase=Phase.ARCHIVED, paused=None)


def unarchive(table: Table) -> Table:
    if table.phase is not Phase.ARCHIVED:
        raise EntryError("the table was not put away")
    return table.replace(phase=Phase.PLAYING)


def _with_player(table: Table, seat: int, user: int | None) -> Table:
    players = (*table.players[:seat], user, *table.players[seat + 1 :])
    return table.replace(players=players)


def _require_playing(table: Table) -> None:
    if table.phase is not Phase.PLAYING:
        raise EntryError("no game is running")


def _require_vote(table: Table) -> Table:
    """Raise EntryError if the channel is not to move."""
    if not table.is_channel_to_move:
        raise EntryError("the channel is not to move")
    return table


def _require_seat_in_play(table: Table, seat: int) -> None:
    _require_playing(table)
    if seat >= len(table.players) or seat in table.running_game.out:
        raise EntryError("nobody plays that seat")


QUOTED_CHARACTERS: Final = 60
"""Characters of a bad entry that an error quotes."""


class BrokenLog(Exception):
    """An impossible entry: its ``number``, and the beginning of its text.

    Both are missing for an empty log.
    """

    def __init__(self, why: str, number: int | None = None, text: str = "") -> None:
        where = f"entry {number} ({text!r}): " if number is not None else ""
        super().__init__(where + why)
        self.number = number
        self.text = text


def fold(lines: Iterable[LogLine], table: Table | None = None) -> Table:
    """Fold entries into a table, new or known. Raise BrokenLog."""
    past = UndoSnapshots()
    for line in lines:
        try:
            table = _apply(table, line, _read_line(line), past)
        except (RulesError, TextError) as error:
            quoted = line.text.partition("\n")[0][:QUOTED_CHARACTERS]
            raise BrokenLog(str(error), line.number, quoted) from error
    if table is None:
        raise BrokenLog("the log is empty")
    return table


def _read_line(line: LogLine) -> Entry:
    """Raise TextError, also for a line that is not as it was written."""
    if not line.sound:
        raise EntryError("it is not as it was written")
    return ENTRIES.read(line.text)


def game_line(entries: Sequence[LogLine]) -> str:
    """A game in one line, for `carcassonne verify`. Raise BrokenLog."""
    table = fold(entries)
    score = f", scores {' '.join(map(str, table.game.scores))}" if table.game is not None else ""
    return f"{table.name}, {len(table.players)} players, {table.phase.value}{score}"


def _apply(table: Table | None, line: LogLine, entry: Entry, past: UndoSnapshots) -> Table:
    """Raise EntryError or RulesError for an impossible entry."""
    if table is None:
        if not isinstance(entry, New):
            raise EntryError("a log begins with `new`")
        return new_table(line, entry)
    match entry:
        case Ask() | Agree() | Refuse():
            return table.replace(last=line.number, undo_vote=_undo_vote_after(table, line, entry))
        case Vote():
            return add_vote(table, line.user, entry, line.number).replace(last=line.number)
        case Pause(until):
            return clock.pause(table, line.at, until).replace(last=line.number)
        case Resume():
            return clock.resume(table, line.at).replace(last=line.number)
        case Extend(until):
            return _require_vote(table).replace(last=line.number, vote_until=until)
        case Tally(choices):
            tally = VoteTally(line.number, choices)
            return _require_vote(table).replace(last=line.number, tally=tally)
    changed = _apply_change(table, line, entry, past)
    # One copy for all changes, as reading a whole log makes many copies.
    times = clock.time_changes(table, changed, line.at)
    return changed.replace(
        last=line.number, version=line.number, undo_vote=None, ballots={}, vote_until=None, **times
    )


def _apply_change(table: Table, line: LogLine, entry: Entry, past: UndoSnapshots) -> Table:
    match entry:
        case New():
            raise EntryError("the table has been opened already")
        case Choose(game):
            return change_game(require_lobby(table), game)
        case Set(key, value):
            lobby = require_lobby(table)
            return change_setting(lobby, line.user, key, value)
        case Confirm(seat):
            return confirm(require_lobby(table), seat)
        case Join(colour):
            return join(require_lobby(table), line.user, colour)
        case Opponent(who, colour):
            return join(require_lobby(table), who, colour)
        case Channel(colour, name):
            return join(require_lobby(table), THE_CHANNEL, colour).replace(channel_name=name)
        case Host(seat):
            return require_lobby(table).replace(
                host_seat=require_taken_seat(table, seat),
            )
        case Recolour(colour, seat):
            return recolour(require_lobby(table), seat, colour)
        case Leave(seat):
            return leave(require_lobby(table), seat)
        case Start(order, header):
            return start_game(require_lobby(table), order, header)
        case Open(seat):
            return open_seat(table, seat)
        case Take(seat):
            return take_seat(table, seat, line.user)
        case Substitute(seat, who):
            return take_seat(table, seat, who)
        case Archive():
            return archive(table)
        case Unarchive():
            return unarchive(table)
        case Moves(text):
            return _play_line(table, RecordLine(line.number, line.user, text), past)
        case Resign():
            return _play_line(table, RecordLine(line.number, line.user, line.text), past)
        case Skip(seat):
            return _apply_skip(table, seat, RecordLine(line.number, line.user, SKIP), past)
        case Undo(number):
            return _apply_undo(table, number, line.number, past)
        case End(scored=True):
            return _play_line(table, RecordLine(line.number, line.user, END), past)
        case End():
            if table.closed:
                raise EntryError("the table is closed already")
            return table.replace(phase=Phase.STOPPED)
    raise EntryError(f"{line.text.split()[0]} does not change a table")


def _play_line(table: Table, played: RecordLine, past: UndoSnapshots) -> Table:
    if table.game is None:
        raise EntryError("no game has started")
    if table.closed:
        raise EntryError("the game is over")
    game = play_line(table.game, played.text)
    past.keep(played.number, table.game)
    phase = Phase.OVER if game.over else Phase.PLAYING
    return table.replace(game=game, phase=phase, lines=(*table.lines, played))


def _apply_skip(table: Table, seat: int, played: RecordLine, past: UndoSnapshots) -> Table:
    """A skip names its seat, so that it never hits another one."""
    after = _play_line(table, played, past)
    if table.game is not None and seat != table.game.turn:
        raise EntryError(f"it is the turn of seat {table.game.turn}")
    return after


def _apply_undo(table: Table, number: int, undone: int, past: UndoSnapshots) -> Table:
    """Drop the moves from an entry on, by a snapshot or a replay.

    Resignations since then stay. A skip since then is dropped: it would hit another seat.
    ``undone``: number of the undo's own entry.
    """
    header = _header_for_line(table, number)
    kept_lines = [played for played in table.lines if played.number < number]
    resigned = [
        played for played in table.lines if played.number >= number and played.is_resignation
    ]
    game = past.before(number)
    if game is not None:
        again, lines = resigned, tuple(kept_lines)
    else:
        game, again, lines = deal(header), [*kept_lines, *resigned], ()
    fresh = table.replace(phase=Phase.PLAYING, game=game, lines=lines, undone=undone)
    for played in again:
        fresh = _play_line(fresh, played, past)
    return fresh


def _header_for_line(table: Table, number: int) -> Header:
    """Raise EntryError unless the game has the entry's line."""
    if table.header is None:
        raise EntryError("no game has started")
    if table.phase in (Phase.STOPPED, Phase.ARCHIVED):
        raise EntryError("the table is closed")
    if all(played.number != number for played in table.lines):
        raise EntryError(f"entry {number} is no move that counts")
    return table.header


def _undo_vote_after(table: Table, line: LogLine, entry: Ask | Agree | Refuse) -> UndoVote | None:
    if isinstance(entry, Ask):
        _header_for_line(table, entry.number)
        return UndoVote(line.number, entry.number, line.user, frozenset({line.user}))
    if table.undo_vote is None:
        raise EntryError("nothing was asked")
    if isinstance(entry, Refuse):
        return None
    return replace(table.undo_vote, agreed=table.undo_vote.agreed | {line.user})


@dataclass(frozen=True, slots=True)
class PostedEntries:
    """A post's outcome; ``settled`` is the result of its question to the players.

    A post of a table's state has an outcome without changes.
    """

    outcome: Outcome
    settled: Outcome | None = None


def posted_entries(entries: Sequence[LogLine], game: int, after: int, number: int) -> PostedEntries:
    """The outcome of entries after ``after`` up to ``number``.

    Raise BrokenLog for impossible entries.
    """
    known = [line for line in entries if line.number <= after]
    news = [line for line in entries if after < line.number <= number]
    before = fold(known) if known else None
    after_news = fold(news, before) if news or before is None else before
    # Where opponents have played on, show the user who acted before them.
    user = next((line.user for line in reversed(news) if not is_impersonal(line.user)), None)
    user = (news or known)[-1].user if user is None else user
    outcome = Outcome(game, before, after_news, user)
    known_poll = before.ballots if before is not None else {}
    if news and after_news.ballots and after_news.ballots != known_poll:
        return PostedEntries(
            outcome, _settling_outcome(entries, game, after_news, lambda table: not table.ballots)
        )
    if news and after_news.undo_vote is not None:
        return PostedEntries(
            outcome,
            _settling_outcome(entries, game, after_news, lambda table: table.undo_vote is None),
        )
    return PostedEntries(outcome)


def missed_outcome(
    entries: Sequence[LogLine], game: int, posted: int, newest: Outcome | None = None
) -> Outcome:
    """The outcome for a channel that has seen a game up to entry ``posted``.

    It covers everything up to the ``newest`` outcome if one post can show that, else only the
    newest outcome, or the state of the table without changes. Raise BrokenLog for impossible
    entries.
    """
    number = entries[-1].number if newest is None else newest.number
    outcome = posted_entries(entries, game, posted, number).outcome
    if number == posted + 1 or _fits_one_post(outcome):
        return outcome
    return newest or replace(outcome, before=outcome.after)


def outcome_events(outcome: Outcome) -> tuple[Event, ...]:
    """The events of an outcome in a running game; empty after an undo.

    An unfinished turn's events are included, as they were not posted.
    """
    before, after, start = outcome.before, outcome.after, first_event_index(outcome)
    if start is None or before is None or before.game is None or after.game is None:
        return ()
    known = len(before.game.story)
    return tuple(
        event
        for number, event in enumerate(after.game.story[start:], start)
        if number >= known or not isinstance(event, Resigned)
    )


def first_event_index(outcome: Outcome) -> int | None:
    """The story index where an outcome begins; None without events."""
    before, after = outcome.before, outcome.after
    if before is None or before.game is None or after.game is None:
        return None
    if not set(before.lines) <= set(after.lines):
        return None
    if len(after.game.story) == len(before.game.story):
        return None
    return index_of_last_tile(before.game) if before.is_mid_turn else len(before.game.story)


def first_unseen_index(seen: Sequence[Event], story: Sequence[Event]) -> int:
    """The first event that a reader of ``seen`` does not know.

    Events undone and played differently are new.
    """
    pairs = enumerate(zip(seen, story, strict=False))
    return next((n for n, (old, new) in pairs if old != new), min(len(seen), len(story)))


def _fits_one_post(outcome: Outcome) -> bool:
    """True if several commands can be shown as one: no question, no undo."""
    before, after = outcome.before, outcome.after
    if after.undo_vote is not None or after.ballots:
        return False
    if before is None or before.game is None:
        return not after.ended
    return before.undo_vote is None and set(before.lines) <= set(after.lines)


def _settling_outcome(
    entries: Sequence[LogLine], game: int, asked: Table, over: Callable[[Table], bool]
) -> Outcome | None:
    for line in entries:
        if line.number > asked.last:
            after = fold([line], asked)
            if over(after):
                return Outcome(game, asked, after, line.user)
            asked = after
    return None
