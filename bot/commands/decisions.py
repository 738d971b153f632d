"""The commands of the parts' own moves, built from what the parts say of them."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.client.context import change, context_of
from bot.client.discord_io.call import Call
from bot.commands.playing import decided, seen_to_move
from bot.commands.suggestions import suggested
from bot.games import moves, typed_moves
from bot.games.decisions import CommandWords
from bot.presenters.private import autocomplete
from bot.table import checks
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome
from bot.text.message import LINE_LIMIT
from rules.game import lay
from rules.moves import Move


def commands() -> Iterable[app_commands.Command[Any, ..., Any]]:
    """A command for each kind of move that has one, in the order of the parts."""
    for kind, words in moves.commanded().items():
        assert words.command is not None
        yield _command(kind, words.command)


def _command(kind: type[Move], words: CommandWords) -> app_commands.Command[Any, ..., Any]:
    """The command: all that is typed after its name is one move."""

    async def make(
        interaction: discord.Interaction[Any], move: app_commands.Range[str, 1, LINE_LIMIT]
    ) -> None:
        async def work(call: Call, request: Request) -> Outcome:
            context = context_of(call)
            seen = await context.tables.running(request)
            game = checks.may_move(seen.table, request.user)
            if not moves.knows(seen.table.name, kind):
                raise Refusal("other-game", move=f"`/{words.name}`")
            return await decided(call, request, seen, [typed_moves.of_kind(kind, move, game)])

        await change(interaction, work)

    async def offer(
        interaction: discord.Interaction[Any], said: str
    ) -> list[app_commands.Choice[str]]:
        seen = await seen_to_move(interaction)
        if seen is None:
            return []
        context = context_of(interaction)
        game, aided = seen.table.running_game, seen.table.aided
        laid = context.drafts.of(seen.row.channel, interaction.user.id, seen.at)
        if game.drawn is not None and laid is not None:
            game = lay(game, laid)
        names = await context.names.of(seen.table, interaction.guild_id)
        return suggested(
            interaction,
            lambda: autocomplete.decisions(game, kind, said, names, aided=aided),
        )

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=words.name,
        description=words.description,
        callback=app_commands.describe(move=words.typed)(make),
    )
    command.autocomplete("move")(offer)
    return command
