"""The rules at hand: always a private answer."""

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.client.context import context_of, seen_here, tell
from bot.games import about, topics
from bot.presenters.private import help_texts
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.text.i18n import N_, _, language_of, speaking
from rules.variants import games


def game_choices() -> list[app_commands.Choice[str]]:
    """The games there are, by their titles."""
    return [
        app_commands.Choice(
            name=locale_str(about.title(name), said=partial(about.title, name)), value=name
        )
        for name in games()
    ]


@app_commands.command(name="rule", description=N_("A rule of the game, in a few lines"))
@app_commands.describe(topic=N_("What about"), game=N_("Which game; else the one of this channel"))
@app_commands.choices(game=game_choices())
async def rule(
    interaction: discord.Interaction[Any],
    topic: app_commands.Range[str, 1, 100],
    game: str | None = None,
) -> None:
    """Tells a rule."""
    context = context_of(interaction)

    async def work(request: Request) -> None:
        name = game or await _game_here(interaction)
        known = topics.of(name).get(topic)
        found = [known] if known is not None else topics.found(name, topic)
        if not found:
            raise Refusal("no-topic", typed=topic)
        await context.replies.say(interaction, topics.said(found[0]))

    await tell(interaction, work)


@rule.autocomplete("topic")
async def offer_topics(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """The rules of the game, those that match first."""
    name = interaction.namespace.game or await _game_here(interaction)
    if name not in games():
        return []
    with speaking(language_of(interaction.locale)):
        found = topics.found(name, typed)
        return [app_commands.Choice(name=_(one.title), value=one.key) for one in found]


async def _game_here(interaction: discord.Interaction[Any]) -> str:
    """The game of the channel, the first there is where none was opened yet."""
    seen = await seen_here(interaction)
    return seen.table.name if seen is not None else games()[0]


@app_commands.command(name="help", description=N_("How to play, and every command"))
@app_commands.describe(game=N_("Which game; else the one of this channel"))
@app_commands.choices(game=game_choices())
async def help_(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Explains the commands and the game."""

    async def work(request: Request) -> None:
        name = game or await _game_here(interaction)
        await context_of(interaction).replies.say(interaction, help_texts.help_text(name))

    await tell(interaction, work)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (*(rule, help_),)
