"""The rules at hand: always a private answer."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.games import about, topics
from bot.presenters.private import help_texts
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import N_, _, language_of, speaking
from rules.variants import GAMES

if TYPE_CHECKING:
    from bot.client.app import App


def game_choices() -> list[app_commands.Choice[str]]:
    """The games there are, by their titles."""
    return [
        app_commands.Choice(
            name=locale_str(about.title(name), said=partial(about.title, name)), value=name
        )
        for name in GAMES
    ]


@app_commands.command(name="rule", description=N_("A rule of the game, in a few lines"))
@app_commands.describe(topic=N_("What about"), game=N_("Which game; else the one of this channel"))
@app_commands.choices(game=game_choices())
async def rule(
    interaction: "discord.Interaction[App]",
    topic: app_commands.Range[str, 1, 100],
    game: str | None = None,
) -> None:
    """Tells a rule."""
    app = interaction.client

    async def work(request: Request) -> None:
        name = game or await _game_here(interaction)
        known = topics.of(name).get(topic)
        found = [known] if known is not None else topics.found(name, topic)
        if not found:
            raise Refusal("no-topic", typed=topic)
        await app.replies.say(interaction, topics.said(found[0]))

    await app.tell(interaction, work)


@rule.autocomplete("topic")
async def offer_topics(
    interaction: "discord.Interaction[App]", typed: str
) -> list[app_commands.Choice[str]]:
    """The rules of the game, those that match first."""
    name = interaction.namespace.game or await _game_here(interaction)
    if name not in GAMES:
        return []
    with speaking(language_of(interaction.locale)):
        found = topics.found(name, typed)
        return [app_commands.Choice(name=_(one.title), value=one.key) for one in found]


async def _game_here(interaction: "discord.Interaction[App]") -> str:
    """The game of the channel, the first there is where none was opened yet."""
    assert interaction.channel_id is not None
    seen = None
    with suppress(Refusal):
        seen = await interaction.client.tables.seen(interaction.channel_id)
    return seen.table.name if seen is not None else next(iter(GAMES))


@app_commands.command(name="help", description=N_("How to play, and every command"))
@app_commands.describe(game=N_("Which game; else the one of this channel"))
@app_commands.choices(game=game_choices())
async def help_(interaction: "discord.Interaction[App]", game: str | None = None) -> None:
    """Explains the commands and the game."""

    async def work(request: Request) -> None:
        name = game or await _game_here(interaction)
        await interaction.client.replies.say(interaction, help_texts.help_text(name))

    await interaction.client.tell(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(rule, help_),)
