"""The lobby: the players of a table, and how to join, leave and start."""

from collections.abc import Iterator
from functools import partial

from bot.games.game_texts import game_header, game_title
from bot.games.sets import set_title
from bot.games.settings import lobby_choices, option_of
from bot.presenters.words.actions import ChangeSetting, ChooseSet, ShowLobbySettings
from bot.presenters.words.opponents import add_lines, removal_lines
from bot.presenters.words.setting_menus import setting_text, shared_menu
from bot.table.opponents import removable_seats
from bot.table.settings import GAME, SEATS, Choices
from bot.table.table import Phase, Table
from bot.text import colours
from bot.text.i18n import _, date_timestamp, join_list
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message
from bot.text.names import Names
from rules.variants import available_additions, parts_of, rulebook

ON, OFF = "on", "off"


def lobby_post(table: Table, names: Names) -> Message:
    """The post of a table that has not started: its players and its buttons."""
    if table.phase is Phase.STOPPED:
        game = f"**{game_title(table.name)}**"
        return Message(_("{game} was cancelled.", game=game))
    rows = [f"{seat + 1}. {_player_name(table, names, seat)}" for seat in range(len(table.players))]
    free = _("free")
    rows += [f"{n}. *{free}*" for n in range(len(rows) + 1, table.seat_count + 1)]
    hint = (
        _("All seats are taken. Press *Start* to begin.")
        if table.full
        else _(
            "Press *Join* to take a seat. The host can start once there are {number} players.",
            number=rulebook(table.name).ruleset.seats.start,
        )
    )
    above = game_header(table.name, table.options, table.settings)
    choices = lobby_choices(table)
    hints = [*_change_lines(table, names, choices), *([] if table.unconfirmed else [hint])]
    lines = [above, "", *hints, _host_line(table, names), *rows]
    return Message(
        "\n".join(lines),
        buttons=(
            *_seat_buttons(table),
            Button(_("Leave"), "leave"),
            Button(_("Colour"), "colour"),
            shared_menu(_("Game and seats"), choices, (GAME, SEATS), ChangeSetting, GAME),
            *_set_menus(table),
            *_opponent_menus(table, names),
            _settings_menu(choices, 1),
        ),
    )


def settings_page(table: Table, page: int, card: int | None) -> Message:
    """A private page of the settings of a lobby, whose post is ``card``."""
    text = game_header(table.name, table.options, table.settings)
    return Message(text, buttons=(_settings_menu(lobby_choices(table), page, card),))


def _settings_menu(choices: Choices, page: int, card: int | None = None) -> Menu:
    """A page of the menu of all settings but those in *Game and seats*."""
    return shared_menu(
        _("Settings"),
        choices,
        [key for key in choices.schema if key not in (GAME, SEATS)],
        partial(ChangeSetting, card=card),
        "settings",
        pages=lambda other: str(ShowLobbySettings(other, card)),
        page=page,
    )


def _change_lines(table: Table, names: Names, choices: Choices) -> Iterator[str]:
    """The changes since others joined, and who has to press *Join* again."""
    by_option = {option_of(key): key for key in choices.schema}
    changed = [by_option[option] for option in table.changed if option in by_option]
    if changed:
        texts = " · ".join(setting_text(choices, key) for key in changed)
        yield _("**Changed:** {changes}", changes=texts)
    waiting = [n for n, user in enumerate(table.players) if user in table.unconfirmed]
    if waiting:
        who = join_list(map(names.bold_name, waiting))
        yield _("{who}: press *Join* again to stay in. The game starts after that.", who=who)
        host = names.bold_name(table.host_seat)
        yield _("-# {host} can remove a player who doesn't, in a menu below.", host=host)


def _host_line(table: Table, names: Names) -> str:
    """Name the host and the menus that only the host can use."""
    who = names.bold_name(table.host_seat)
    return _("-# {who} can change all of this in the menus; the rest is as usual.", who=who)


def _seat_buttons(table: Table) -> Iterator[Button]:
    """*Start* first once there are enough players, and *Join* while a seat is free or waits."""
    if len(table.players) >= rulebook(table.name).ruleset.seats.start and not table.unconfirmed:
        yield Button(_("Start"), "start", ButtonStyle.SUCCESS)
    if not table.full or table.unconfirmed:
        yield Button(_("Join"), "join", ButtonStyle.PRIMARY)


def _set_menus(table: Table) -> Iterator[Menu]:
    """A menu of the sets that can be added to the game or removed again, if there are any."""
    parts = [part.name for part in parts_of(table.name)]
    lines = tuple(
        MenuLine(f"✅ {set_title(part)}", str(ChooseSet(part, OFF)), _("Remove it"))
        if part in parts
        else MenuLine(f"⬜ {set_title(part)}", str(ChooseSet(part, ON)), _("Add it"))
        for part in available_additions(table.name)
    )
    if lines:
        yield Menu(_("Expansions"), lines, "set")


def _opponent_menus(table: Table, names: Names) -> Iterator[Menu]:
    """A menu of opponents to add, while a seat is free, and of players to remove."""
    add = () if table.full else add_lines()
    away = removal_lines(removable_seats(table), names)
    match bool(add), bool(away):
        case True, True:
            yield Menu(_("Add or remove a player"), (*add, *away))
        case True, False:
            yield Menu(_("Add an opponent"), add)
        case False, True:
            yield Menu(_("Remove a player"), away)


def unjoined_notice(table: Table) -> Message:
    """The post of a table that was closed because nobody joined or started it."""
    game = f"**{game_title(table.name)}**"
    if table.full:
        return Message(
            _("{game} was cancelled: nobody started it. Start again with `/new`.", game=game)
        )
    return Message(_("{game} was cancelled: nobody joined. Start again with `/new`.", game=game))


def thread_announcement(game: str, who: str, thread: str = "") -> str:
    """The line in a channel about a table that has a thread of its own."""
    line = _("🧵 {who} started a game: **{game}**", who=who, game=game_title(game))
    return f"{line} → {thread}" if thread else line


def closed_lobby_post(table: Table, names: Names) -> Message:
    """The post of a lobby that a newer post has replaced: the game and its players."""
    if table.phase is Phase.STOPPED:
        return lobby_post(table, names)
    rows = [f"{seat + 1}. {_player_name(table, names, seat)}" for seat in range(len(table.players))]
    return Message("\n".join([game_header(table.name, table.options, table.settings), "", *rows]))


def _player_name(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** (host)``, and the end of an absence."""
    name = f"{colours.emblem(names.colour(seat))} {names.bold_name(seat)}"
    if seat == table.host_seat:
        name = _("{name} (host)", name=name)
    user = table.players[seat]
    if user is None or user not in names.absence_ends:
        return name
    return _(
        "{name}, away until {day}", name=f"{name} 🌴", day=date_timestamp(names.absence_ends[user])
    )
