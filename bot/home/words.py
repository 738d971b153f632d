"""Messages of `/games`: a user's tables, the longest waiting first, and open tables to join."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.absences import words as absences_words
from bot.lobby.words import start_buttons
from bot.notes.words import note_line
from bot.table.table import Phase, Table
from bot.text.dates import format_duration
from bot.text.i18n import _, date_timestamp, join_list, ngettext, relative_timestamp
from bot.text.message import CONTENT_LIMIT, NO_TABLE, Button, ButtonStyle, Illustration, Message
from bot.text.names import Names, escape_markdown, gains_text
from bot.words.actions import ChangeAbsence, OpenPanel, ShowHome, ShowSettings, TakeSeat
from bot.words.nouns import game_title
from bot.words.state import alt_text, turn_picture

OPEN_TABLES: Final = "open-tables"
"""The button that shows tables with a free seat."""
MAX_OPEN_TABLES: Final = 8
"""The most tables with a free seat that are shown."""
RESERVED_CHARACTERS: Final = 160
"""Characters kept free for the lines after the tables."""


@dataclass(frozen=True, slots=True)
class HomeTable:
    """A table as one person sees it from elsewhere.

    ``seat``: the person's, None where they could take one; ``until``: a pause's end in Unix
    seconds; ``back``: until when an archived table can be restored; ``tiles`` and ``gains`` (by
    seat): new since their last turn; ``played``: the receipt of their orders.
    """

    game: int
    version: int
    place: str
    """``#meadow``, with the name of its server where that is another."""
    link: str
    name: str
    phase: Phase
    names: Names
    seat_count: int
    seat: int | None
    turn: int | None
    since: float
    is_paused: bool = False
    until: float | None = None
    back: float = 0.0
    tiles: int = 0
    gains: Mapping[int, int] = field(default_factory=dict)
    note: str = ""
    played: str = ""

    @property
    def is_waiting(self) -> bool:
        return self.turn is not None and self.turn == self.seat and not self.is_paused

    @property
    def button_target(self) -> tuple[int, int]:
        return self.game, self.version

    @property
    def linked(self) -> str:
        """The place as a link to the newest post."""
        return f"[{escape_markdown(self.place)}]({self.link})"


def home_message(
    tables: Sequence[HomeTable],
    first_index: int = 0,
    shown: Table | None = None,
    *,
    complete: bool = True,
    away: float | None = None,
    starts: bool = False,
) -> Message:
    """A person's tables; of those waiting, ``first_index`` comes first.

    ``shown``: that table, for its picture; ``complete``: no table can be missing; ``away``: the end
    of the person's absence; ``starts``: a game can be opened in the channel.
    """
    waiting = [table for table in tables if table.is_waiting]
    first_index = first_index % len(waiting) if waiting else 0
    waiting = waiting[first_index:] + waiting[:first_index]
    others = [table for table in tables if not table.is_waiting]
    lines = list(
        _paragraphs_within_limit([_headline(len(waiting)), *map(_table_text, (*waiting, *others))])
    )
    if not tables:
        lines = [_("**You're not in any games.** Start one with `/new` in a server channel.")]
    if away is not None:
        lines.insert(0, absences_words.away_line(away))
    if not complete:
        lines.append(_("-# I'm still loading older games. Look again in a minute."))
    buttons: list[Button | None] = []
    if waiting:
        first = waiting[0]
        play = _("Play {place}", place=first.place)
        buttons.append(
            Button(play, str(OpenPanel()), ButtonStyle.SUCCESS, target=first.button_target)
        )
    if len(waiting) > 1:
        buttons.append(Button(_("Skip"), str(ShowHome(first_index + 1)), target=NO_TABLE))
    pictures = _picture(waiting[0], shown) if waiting and shown is not None else ()
    return Message("\n".join(lines), pictures, (*buttons, None, *_home_buttons(starts)))


def _headline(number: int) -> str:
    if not number:
        return _("**You're all caught up.** Your games:")
    return ngettext(
        "**It's your turn in {number} game.**", "**It's your turn in {number} games.**", number
    )


def _home_buttons(starts: bool) -> tuple[Button, ...]:
    return (
        *(start_buttons() if starts else ()),
        Button(_("Join a game"), OPEN_TABLES, target=NO_TABLE),
        Button(_("Away"), str(ChangeAbsence()), target=NO_TABLE),
        Button(_("Settings"), str(ShowSettings()), target=NO_TABLE),
    )


def _picture(mine: HomeTable, table: Table) -> tuple[Illustration, ...]:
    if table.game is None:
        return ()
    alt = f"{mine.place}: {alt_text(table, mine.names, [])}"
    return (turn_picture(table.game, alt),)


def _paragraphs_within_limit(paragraphs: Sequence[str]) -> Iterator[str]:
    characters_left = CONTENT_LIMIT - RESERVED_CHARACTERS
    for number, paragraph in enumerate(paragraphs):
        characters_left -= len(paragraph) + 1
        if characters_left < 0:
            left = len(paragraphs) - number
            yield ngettext("-# … and {number} more.", "-# … and {number} more.", left)
            return
        yield paragraph


def _table_text(mine: HomeTable) -> str:
    news = " · ".join(_news_texts(mine)) or game_title(mine.name)
    first = f"{_status_emoji(mine)} **{mine.linked}** · {' · '.join(_turn_texts(mine))}"
    return "\n".join(filter(None, (first, f"-# {news}", mine.played, note_line(mine.note))))


def _status_emoji(mine: HomeTable) -> str:
    if mine.is_paused:
        return "⏸️"
    if mine.phase is Phase.ARCHIVED:
        return "💤"
    if mine.phase is Phase.LOBBY:
        return "🪑"
    return "🟢" if mine.is_waiting else "⏳"


def _turn_texts(mine: HomeTable) -> Iterator[str]:
    if mine.phase is Phase.ARCHIVED:
        yield _("archived · *Resume* brings it back until {day}", day=date_timestamp(mine.back))
    elif mine.turn is None:
        yield _free_seats(mine)
    else:
        yield _whose_turn(mine, mine.turn)
        user = mine.names.players[mine.turn]
        if mine.is_paused:
            yield _("paused") if mine.until is None else _paused_until(mine.until)
        elif not mine.is_waiting and user is not None and user in mine.names.absence_ends:
            yield _("away until {day}", day=date_timestamp(mine.names.absence_ends[user]))
        else:
            yield relative_timestamp(mine.since)


def _paused_until(until: float) -> str:
    return _("paused until {day}", day=date_timestamp(until))


def _whose_turn(mine: HomeTable, turn: int) -> str:
    if turn == mine.seat:
        return _("your turn")
    if mine.names.players[turn] is None:
        return _("an empty seat's turn")
    return _("{who}'s turn", who=mine.names.bold_name(turn))


def _free_seats(mine: HomeTable) -> str:
    free = mine.seat_count - len(mine.names.players)
    if not free:
        return _("full, ready to start")
    return ngettext(
        "{number} of {room} seats empty",
        "{number} of {room} seats empty",
        free,
        room=mine.seat_count,
    )


def _news_texts(mine: HomeTable) -> Iterator[str]:
    if mine.phase is Phase.LOBBY:
        yield game_title(mine.name)
        yield join_list(map(mine.names.bold_name, range(len(mine.names.players))))
    if mine.tiles:
        yield ngettext(
            "{number} tile placed since your turn",
            "{number} tiles placed since your turn",
            mine.tiles,
        )
    if mine.gains:
        yield gains_text(mine.gains, mine.names)


def home_button() -> Button:
    return Button(_("Your games"), str(ShowHome()), target=NO_TABLE)


def next_table_button(mine: HomeTable, now: float) -> Button:
    """The button to the next table, with its waiting time from a minute on."""
    waited = now - mine.since
    label = _("Next: {place}", place=mine.place)
    if waited >= 60:
        time = format_duration(waited)
        label = _("Next: {place} (waiting {time})", place=mine.place, time=time)
    return Button(label, str(OpenPanel()), ButtonStyle.PRIMARY, target=mine.button_target)


def open_tables_message(tables: Sequence[HomeTable]) -> Message:
    if not tables:
        text = _("There's no game to join right now. Start one with `/new` in a channel.")
        return Message(text, buttons=(home_button(),))
    shown = tables[:MAX_OPEN_TABLES]
    joins = [_join_button(table) for table in shown]
    lines = [_("**Games with an empty seat**"), *map(_table_text, shown)]
    return Message(
        "\n".join(_paragraphs_within_limit(lines)), buttons=(*joins, None, home_button())
    )


def _join_button(mine: HomeTable) -> Button:
    if mine.phase is Phase.LOBBY:
        return Button(
            _("Join {place}", place=mine.place),
            "join",
            ButtonStyle.SUCCESS,
            target=mine.button_target,
        )
    label = _("Take a seat: {place}", place=mine.place)
    return Button(
        label,
        str(TakeSeat(min(mine.names.open_seats))),
        ButtonStyle.SUCCESS,
        target=mine.button_target,
    )
