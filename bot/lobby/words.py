"""Messages of a lobby: players, settings, colours, questions; challenges; playground greeting."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from bot.channel_seat import words as channel_words
from bot.parts import PART_WORDS
from bot.seats.words import add_lines, level_lines, removal_lines
from bot.table.checks import removable_seats
from bot.table.settings import GAME, SEATS, YES, Choices
from bot.table.table import Phase, Table
from bot.text import emoji as colours
from bot.text.i18n import _, date_timestamp, join_list
from bot.text.message import NO_TABLE, Button, ButtonStyle, Illustration, Menu, MenuLine, Message
from bot.text.names import LEVELS, THE_CHANNEL, Names, is_impersonal
from bot.words.actions import (
    AskGame,
    AskOpponent,
    Challenge,
    ChangeSetting,
    ChooseColour,
    ChooseSet,
    OpenLobby,
    PlayOpponent,
    ShowLobbySettings,
    ShowRules,
    StartTable,
    learn_button,
)
from bot.words.nouns import game_notes, game_title
from bot.words.settings import (
    changed_option_lines,
    lobby_choices,
    option_of,
    set_title,
    setting_text,
    shared_menu,
)
from rules.variants import (
    available_additions,
    combine_parts,
    games_by_part,
    parts_of,
    rulebook,
    starting_parts,
)

GREETED: Final = 3
"""The most users whom the greeting's buttons seat: a button's id has room for four."""


def greeting(users: Sequence[int]) -> Message:
    """The playground's first post, with buttons that seat the first of ``users``."""
    seated = tuple(users[:GREETED])
    # Each expansion by itself, then each base game with all its expansions.
    full_games = (combine_parts(name, available_additions(name)) for name in starting_parts())
    menu_games = [
        name
        for name in dict.fromkeys((*games_by_part(), *full_games))
        if name not in starting_parts()
    ]
    text = _(
        "## Welcome to Carcassonne\n"
        "Take turns placing tiles, claim features with your meeples, score points. One "
        "game per channel, a picture after every move, and no hurry.\n"
        "This is a **playground**: you play for everyone. *Viewing as*, at the top, "
        "changes who you are; the channels, your DMs and *Skip a day* are there too. *Start a "
        "3-player game* asks which game, the menu has expansions; type `/` to see the commands."
    )
    deals = {name: str(StartTable(name, seated)) for name in menu_games}
    lines = tuple(MenuLine(game_title(name), deal) for name, deal in deals.items())
    return Message(
        text,
        buttons=(
            Button(_("Start a 3-player game"), str(AskGame(seated)), ButtonStyle.SUCCESS),
            Button(_("Play an opponent"), str(AskOpponent())),
            learn_button(),
            Button(_("Read rules"), str(ShowRules())),
            Menu(_("Start with expansions"), lines),
        ),
    )


ON, OFF = "on", "off"


def lobby_post(table: Table, names: Names) -> Message:
    """Players and buttons of a table before its start."""
    if table.phase is Phase.STOPPED:
        game = f"**{game_title(table.name)}**"
        return Message(_("{game} was cancelled.", game=game))
    rows = [f"{seat + 1}. {_player_name(table, names, seat)}" for seat in range(len(table.players))]
    free = _("free")
    rows += [f"{n}. *{free}*" for n in range(len(rows) + 1, table.seat_count + 1)]
    fewest = rulebook(table.name).ruleset.seats.start
    if table.full:
        hint = _("All seats are taken. Press *Start* to begin.")
    elif len(table.players) >= fewest:
        hint = _("Press *Join* to take a seat. The host can already start.")
    else:
        hint = _(
            "Press *Join* to take a seat. The host can start once there are {number} players.",
            number=fewest,
        )
    above = [_game_header(table)]
    if names.rates_games and _may_have_two_people(table):
        above.append(
            _("Not rated: aids are on.")
            if table.settings.has_aids
            else _("Rated: counts for the leaderboard.")
        )
    choices = lobby_choices(table)
    hints = [*_change_lines(table, names, choices), *([] if table.unconfirmed else [hint])]
    lines = [*above, "", *hints, _host_line(table, names), *rows]
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


def _game_header(table: Table) -> str:
    """Title, notes and unusual options of the game."""
    lines = changed_option_lines(table.options, table.settings)
    if table.settings.aids == YES:
        lines.append(_("Hints and aids: yes"))
    return "\n".join([f"## {game_title(table.name)}", game_notes(table.name), *lines])


def _may_have_two_people(table: Table) -> bool:
    opponents = sum(user is not None and is_impersonal(user) for user in table.players)
    return table.seat_count - opponents > 1


def settings_page(table: Table, page: int, card: int | None) -> Message:
    """Private; ``card`` is the lobby's post."""
    text = _game_header(table)
    return Message(text, buttons=(_settings_menu(lobby_choices(table), page, card),))


def _settings_menu(choices: Choices, page: int, card: int | None = None) -> Menu:
    """The menu of all settings but those in *Game and seats*."""
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
    who = names.bold_name(table.host_seat)
    return _("-# {who} can change all of this in the menus; the rest is as usual.", who=who)


def _seat_buttons(table: Table) -> Iterator[Button]:
    """*Start* once there are enough players, *Join* while a seat is free or waits."""
    if len(table.players) >= rulebook(table.name).ruleset.seats.start and not table.unconfirmed:
        yield Button(_("Start"), "start", ButtonStyle.SUCCESS)
    if not table.full or table.unconfirmed:
        yield Button(_("Join"), "join", ButtonStyle.PRIMARY)


def _set_menus(table: Table) -> Iterator[Menu]:
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
    add = () if table.full else add_lines()
    is_rated = table.settings.cup or (names.rates_games and not table.settings.has_aids)
    if add and THE_CHANNEL not in table.players and not is_rated:
        add = (*add, channel_words.add_line())
    away = removal_lines(removable_seats(table), names)
    match bool(add), bool(away):
        case True, True:
            yield Menu(_("Add or remove a player"), (*add, *away))
        case True, False:
            yield Menu(_("Add an opponent"), add)
        case False, True:
            yield Menu(_("Remove a player"), away)


def unjoined_notice(table: Table) -> Message:
    """The table was closed because nobody joined or started it."""
    game = f"**{game_title(table.name)}**"
    if table.full:
        return Message(
            _("{game} was cancelled: nobody started it. Start again with `/new`.", game=game)
        )
    return Message(_("{game} was cancelled: nobody joined. Start again with `/new`.", game=game))


def thread_announcement(game: str, who: str, thread: str = "") -> str:
    """The line in a channel about a table with its own thread."""
    line = _("🧵 {who} started a game: **{game}**", who=who, game=game_title(game))
    return f"{line} → {thread}" if thread else line


def closed_lobby_post(table: Table, names: Names) -> Message:
    """A lobby that a newer post has replaced."""
    if table.phase is Phase.STOPPED:
        return lobby_post(table, names)
    rows = [f"{seat + 1}. {_player_name(table, names, seat)}" for seat in range(len(table.players))]
    return Message("\n".join([_game_header(table), "", *rows]))


def _player_name(table: Table, names: Names, seat: int) -> str:
    """``🔴 **Ana** (host)``, and an absence's end."""
    name = f"{colours.emblem(names.colour(seat))} {names.bold_name(seat)}"
    if table.players[seat] == THE_CHANNEL:
        name = f"{name} 👥"
    if seat == table.host_seat:
        name = _("{name} (host)", name=name)
    user = table.players[seat]
    if user is None or user not in names.absence_ends:
        return name
    return _(
        "{name}, away until {day}", name=f"{name} 🌴", day=date_timestamp(names.absence_ends[user])
    )


def game_question(user: int, names: Names) -> Message:
    text = _(
        "Which game do you challenge {who} to? I open it here for two, and ping them.",
        who=names.user_name(user),
    )
    buttons = (Button(game_title(name), str(Challenge(name, user))) for name in starting_parts())
    return Message(text, buttons=tuple(buttons))


def challenge_post(table: Table, host: int, user: int, names: Names) -> Message:
    text = _(
        "⚔️ <@{user}>, {host} challenges you to **{game}**. Take the seat with *Join*.",
        user=user,
        host=names.user_name(host),
        game=game_title(table.name),
    )
    join = Button(_("Join"), "join", ButtonStyle.SUCCESS)
    return Message(text, buttons=(join,), pings=(user,))


def start_buttons() -> tuple[Button, ...]:
    return (
        Button(_("Start a game"), str(AskGame()), ButtonStyle.SUCCESS, target=NO_TABLE),
        Button(_("Play an opponent"), str(AskOpponent()), target=NO_TABLE),
    )


def which_game(users: tuple[int, ...]) -> Message:
    """Ask which game to open, or to start with some users."""
    text = _("Which game? I open it here, and others can join.")
    if users:
        text = _("Which game? It starts at once.")
    buttons = (
        Button(game_title(name), str(StartTable(name, users) if users else OpenLobby(name)))
        for name in starting_parts()
    )
    return Message(text, _samples(), tuple(buttons))


def which_opponent(game: str) -> Message:
    """Ask the level for a ``game``, which can still be changed."""
    lines = [_("Which game, and how strong an opponent?"), *level_lines()]
    games = (
        Button(game_title(name), str(AskOpponent(name)), chosen=name == game)
        for name in starting_parts()
    )
    levels = (
        Button(_(word).capitalize(), str(PlayOpponent(game, level)), ButtonStyle.SUCCESS)
        for level, word in LEVELS.items()
    )
    return Message("\n".join(lines), _samples(), (*games, None, *levels))


def _samples() -> tuple[Illustration, ...]:
    samples = ((game_title(name), PART_WORDS[name].sample) for name in starting_parts())
    return tuple(
        Illustration(shown[0], _("{game}: {seen}.", game=game, seen=_(shown[1])))
        for game, shown in samples
        if shown is not None
    )


def colour_menu(free: Iterable[int], card: int | None, *, seated: bool) -> Message:
    """Free colours; for a person without a seat, choosing takes one too."""
    lines = tuple(
        MenuLine(
            f"{colours.emblem(colour)} {colours.name(colour)}",
            str(ChooseColour(colour, card)),
        )
        for colour in free
    )
    text = _("Which colour do you want?") if seated else _("Which colour do you want to join with?")
    return Message(text, buttons=(Menu(_("Choose a colour"), lines),))
