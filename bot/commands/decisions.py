"""The commands of the parts' own moves, built from what the parts say of them."""

from collections.abc import Callable, Iterable
from typing import Any

import discord
from discord import app_commands

from bot.client.context import context_of
from bot.commands.options import TYPES, with_options
from bot.commands.playing import decide, offering, seen_to_move
from bot.commands.suggesting import choices
from bot.games import moves
from bot.games.decisions import CommandWords
from bot.presenters.private import autocomplete
from rules.errors import NotationError
from rules.game import Game, lay
from rules.moves import Move


def commands() -> Iterable[app_commands.Command[Any, ..., Any]]:
    """A command for each kind of move that has one, in the order of the parts."""
    for kind, words in moves.commanded().items():
        assert words.command is not None
        command = _command(words.command)
        for option in words.command.options:
            offer = _steps(kind) if words.stepwise else offering(option.name, _fillings(kind))
            command.autocomplete(option.name)(offer)
        yield command


def _command(words: CommandWords) -> app_commands.Command[Any, ..., Any]:
    """The command, with the options that its words name."""

    async def make(interaction: discord.Interaction[Any], **given: Any) -> None:
        try:
            move = words.move(**given)
        except NotationError as error:
            await context_of(interaction).requests.refuse_at_once(interaction, error)
            return
        await decide(interaction, move)

    options = {option.name: TYPES[option.typed] for option in words.options}
    described = app_commands.describe(**{each.name: each.description for each in words.options})
    return app_commands.Command(
        name=words.name,
        description=words.description,
        callback=described(with_options(make, options)),
    )


def _fillings(kind: type[Move]) -> Callable[[Game], Iterable[autocomplete.Filling]]:
    return lambda game: autocomplete.decisions(game, kind)


def _steps(kind: type[Move]) -> Any:
    """The autocomplete of a move made step by step: how it can go on."""

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        seen = await seen_to_move(interaction)
        if seen is None:
            return []
        game = seen.table.running_game
        drafts = context_of(interaction).drafts
        laid = drafts.of(seen.row.channel, interaction.user.id, seen.at)
        if game.drawn is not None and laid is not None:
            game = lay(game, laid)
        return choices(autocomplete.onward(game, kind, typed))

    return offer
