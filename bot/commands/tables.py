"""Opening a table, and ending its game."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.client.buttons import Press
from bot.client.context import change, context_of, tell
from bot.commands.help import game_choices
from bot.commands.lobby import show_lobby
from bot.commands.options import with_options
from bot.games import nouns, paces
from bot.table import checks
from bot.table.pace import NONE
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import JOINED, RANDOM, Outcome, Phase, Settings
from bot.text import colours
from bot.text.i18n import LANGUAGES, N_, _, language_of
from bot.text.message import Button, Message, Tone
from rules.variants import PARTS


def _values(switch: str) -> list[app_commands.Choice[str]]:
    """The values of a switch, whichever game has it."""
    values = next(p.switches[switch] for p in PARTS.values() if switch in p.switches)
    return [app_commands.Choice(name=nouns.value_message(value), value=value) for value in values]


COLOUR_CHOICES: Final = [
    app_commands.Choice(name=name, value=colour) for colour, name in enumerate(colours.NAMES)
]


async def open_table(
    interaction: discord.Interaction[Any],
    game: str,
    seats: app_commands.Range[int, 2, 5],
    language: str | None = None,
    colour: int = 0,
    order: str = RANDOM,
    purist: str | None = None,
    pace: str | None = None,
    **given: str | None,
) -> None:
    """Opens a table; who opens it has the first seat. What else is given sets switches."""
    context = context_of(interaction)
    options = {switch: given.get(words.option) for switch, words in nouns.switches().items()}
    switches = {switch: value for switch, value in options.items() if value is not None}
    spoken = language or language_of(interaction.locale)
    settings = Settings(spoken, order, purist == "yes", pace or NONE)

    async def work(request: Request) -> Outcome | None:
        # What lies closed there may be a game that cannot be read: it stands in nobody's way.
        seen = await context.tables.unfinished(request.channel)
        if seen is not None and seen.table.phase is Phase.LOBBY:
            here = _("A table is open in this channel already: take a seat there.")
            await show_lobby(interaction, request, seen, here)
            return None
        return await context.service.open(request, game, seats, switches, settings, colour)

    await change(interaction, work)


def new_table() -> app_commands.Command[Any, ..., Any]:
    """The command that opens a table, with an option for each switch of a part."""
    switches = nouns.switches()
    options = {words.option: str | None for words in switches.values()}
    described = app_commands.describe(
        game=N_("Which game to play"),
        seats=N_("For how many players"),
        language=N_("The language of what is posted here; else yours"),
        colour=N_("Your colour"),
        order=N_("Who sits where: by chance, or as you join"),
        pace=N_("How fast to play; without it there is no clock"),
        purist=N_("Without aids: no list of tiles, no odds, no owner view, no projected points"),
        **{words.option: words.description for words in switches.values()},
    )
    choices: dict[str, list[app_commands.Choice[Any]]] = {
        "game": game_choices(),
        "language": [app_commands.Choice(name=name, value=key) for key, name in LANGUAGES.items()],
        "order": [
            app_commands.Choice(name=N_("by chance"), value=RANDOM),
            app_commands.Choice(name=N_("as you join"), value=JOINED),
        ],
        "pace": [
            app_commands.Choice(name=said, value=pace) for pace, said in paces.CHOICES.items()
        ],
        "purist": [app_commands.Choice(name=N_("yes"), value="yes")],
        "colour": COLOUR_CHOICES,
        **{words.option: _values(switch) for switch, words in switches.items()},
    }
    callback = with_options(open_table, options, None)
    return app_commands.Command(
        name="new",
        description=N_("Open a table in this channel, where others take their seats"),
        callback=app_commands.choices(**choices)(described(callback)),
    )


@app_commands.command(
    name="end",
    description=N_("End the game for all, scored or not (its host, or who manages the server)"),
)
async def end(interaction: discord.Interaction[Any]) -> None:
    """Asks whether the game shall really end."""
    await tell(interaction, lambda request: _ask_end(interaction, request))


async def finish(interaction: discord.Interaction[Any], request: Request, press: Press) -> None:
    """Asks the same of who may end the game of a post."""
    await context_of(interaction).tables.here(request.channel, press.game)
    await _ask_end(interaction, request)


async def _ask_end(interaction: discord.Interaction[Any], request: Request) -> None:
    context = context_of(interaction)
    try:
        seen = await context.tables.running(request)
    except Refusal as refusal:
        if refusal.reason != "broken" or not interaction.permissions.manage_guild:
            raise
        await context.tables.abandon(request.channel)
        raise Refusal("abandoned") from refusal
    checks.may_end(seen.table, request.user, manager=interaction.permissions.manage_guild)
    message = _ending(running=seen.table.phase is Phase.PLAYING)
    await context.sender.answer(interaction, message, seen.row.id, seen.table)


def _ending(*, running: bool) -> Message:
    """The question how a game shall end, or whether a table that has not started shall close."""
    if not running:
        text = _("Close this table? Nobody can sit down at it any more.")
        return Message(text, buttons=(Button(_("Close the table"), "end", Tone.GRAVE),))
    lines = (
        _("End this game for everybody?"),
        _("*End and score*: the final scoring now, of what lies; the tile in hand is put away."),
        _("*End without scoring*: the points stay as they are, and nobody wins."),
    )
    buttons = (
        Button(_("End and score"), "end score", Tone.GRAVE),
        Button(_("End without scoring"), "end", Tone.GRAVE),
    )
    return Message("\n".join(lines), buttons=buttons)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (end,)
