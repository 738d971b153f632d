"""`/help`, `/rules` and the lessons; their answers are always private."""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord_io.buttons import Press
from bot.help import words
from bot.interactions.button_routes import Pressed, personal_route
from bot.interactions.call import Call
from bot.interactions.options import TypedText, game_choices, suggestion_choices
from bot.lobby.commands import can_open_table
from bot.lobby.words import start_buttons
from bot.parts import lesson_after, lessons
from bot.parts.part import Goal, Lesson, play_with_reply, position
from bot.runtime.names import name_in_pictures
from bot.services import run_personal, services_of, table_here
from bot.table.refusals import Refusal
from bot.text.i18n import N_, _, language_of
from bot.text.message import NO_TABLE, Button, ButtonStyle, Message
from bot.text.names import NOBODY, Names, quote_typed
from bot.words import moves as move_words
from bot.words import topics
from bot.words.actions import (
    Learn,
    MakeMoves,
    OpenPanel,
    ShowHelp,
    ShowMoves,
    learn_button,
    settings_button,
)
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import Game
from rules.moves import Move, PlaceTile
from rules.variants import games, games_by_part, starting_parts


@app_commands.command(name="help", description=N_("Learn how to play, and what the commands do"))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def help_(interaction: discord.Interaction[Any]) -> None:
    await run_personal(interaction, _show_help)


@personal_route(ShowHelp)
async def press_help(call: Call, user: int, press: Pressed[ShowHelp]) -> None:
    """A topic, or the overview."""
    name, key = press.action.game, press.action.topic
    if not key or name not in games():
        await _show_help(call, user)
        return
    await services_of(call).replies.show(call, words.help_topic(name, key))


async def _show_help(call: Call, user: int) -> None:
    services = services_of(call)
    loaded = await table_here(call.interaction)
    name = loaded.table.name if loaded is not None else starting_parts()[0]
    again = Press(*NO_TABLE, str(ShowHelp(name)))
    services.sender.view_trail.begin(call.interaction, again)
    buttons = [learn_button(), settings_button()]
    if await can_open_table(Call.here(call.interaction)):
        buttons = [*start_buttons(), *buttons]
    if loaded is None:
        message = words.help_message(name, words.now_text(None, user, NOBODY), buttons)
        await services.replies.show(call, message)
        return
    table = loaded.table
    names = await services.names.of(table, loaded.row.guild)
    if table.to_move == user and table.paused is None:
        place = Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS)
        buttons.insert(0, replace(place, target=(loaded.row.id, table.version)))
    now = words.now_text(table, user, names)
    message = words.help_message(name, now, buttons, has_aids=table.settings.has_aids)
    await services.replies.show(call, message)


@app_commands.command(name="rules", description=N_("Read the rules of a game, or look one up"))
@app_commands.describe(
    topic=N_("The rule you want; leave it out to leaf through all"),
    game=N_("Which game's rules; leave it out for the game in this channel"),
)
@app_commands.choices(game=game_choices(games_by_part()))
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def rules(
    interaction: discord.Interaction[Any],
    topic: TypedText | None = None,
    game: str | None = None,
) -> None:
    """Show the rules of a game, or the one that a typed topic means."""

    async def work(call: Call, user: int) -> None:
        name = game or await _game_of_channel(call.interaction)
        if topic is not None:
            await services_of(call).replies.say(call, _rule_text(name, topic))
            return
        await services_of(call).replies.show(call, words.rules_page(name))

    await run_personal(interaction, work)


def _rule_text(name: str, typed: str) -> str:
    topic = topics.read_topic(name, typed)
    if topic is None:
        raise Refusal("no-topic", typed=quote_typed(typed))
    return topics.topic_message(topic)


@rules.autocomplete("topic")
async def offer_topics(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """The best matches first."""
    name = interaction.namespace.game or await _game_of_channel(interaction)
    if name not in games():
        return []
    return suggestion_choices(interaction, typed, lambda text: topics.suggest_topics(name, text))


async def _game_of_channel(interaction: discord.Interaction[Any]) -> str:
    loaded = await table_here(interaction)
    return loaded.table.name if loaded is not None else starting_parts()[0]


COMMANDS: Final[tuple[app_commands.Command[Any, ..., Any], ...]] = (help_, rules)


@personal_route(Learn)
async def press_learn(call: Call, user: int, press: Pressed[Learn]) -> None:
    """Open a lesson, change its panel, or answer a turn."""
    lesson, step = lessons().get(press.action.lesson), press.action.step
    if lesson is None:
        await _resume_lesson(call, user)
        return
    match step:
        case None:
            await _open_lesson(call, user, lesson)
        case OpenPanel(page):
            await _show_lesson_panel(call, lesson, (), page=page or 1)
        case ShowMoves(text):
            await _show_lesson_panel(call, lesson, _read_moves(text))
        case MakeMoves(text):
            await _answer_turn(call, user, lesson, _read_moves(text))
        case _:
            raise Refusal("late")


async def _resume_lesson(call: Call, user: int) -> None:
    services = services_of(call)
    reached = await services.preferences.lesson(user)
    if reached == words.ALL_DONE:
        await services.replies.show(call, words.all_lessons())
        return
    first = next(iter(lessons().values()))
    await _open_lesson(call, user, lessons().get(reached, first))


async def _open_lesson(call: Call, user: int, lesson: Lesson) -> None:
    await services_of(call).preferences.set_lesson(user, lesson.key)
    await _show_lesson_panel(call, lesson, ())


async def _answer_turn(call: Call, user: int, lesson: Lesson, moves: Sequence[Move]) -> None:
    before = position(lesson)
    after = play_draft(before, moves)
    if not is_turn_complete(after):
        message = words.lesson_decision(lesson, after, moves)
        await _answer_lesson(call, message, after, (lesson.key, *moves))
        return
    missed = lesson.missed_goal(before, after)
    if missed is not None:
        await _show_lesson_panel(call, lesson, [_placement(moves)], missed)
        return
    reached = lesson_after(lesson.key) or words.ALL_DONE
    await services_of(call).preferences.set_lesson(user, reached)
    # The opponent thinks for milliseconds, too long for the event loop.
    game = await asyncio.to_thread(play_with_reply, lesson, moves)
    message = words.right_answer(lesson, game, _learner_names(call))
    await _answer_lesson(call, message, game, ("answered", lesson.key, *moves))


async def _show_lesson_panel(
    call: Call,
    lesson: Lesson,
    moves: Sequence[Move],
    missed: Goal | None = None,
    *,
    page: int = 1,
) -> None:
    """A page of the spaces, or the tile and figure of ``moves``.

    A lesson opens with its numbered spaces even if there is only one: only that picture shows the
    whole board and its figures.
    """
    message = words.lesson_panel(lesson, moves, _learner_names(call), missed, page=page)
    await _answer_lesson(call, message, play_draft(position(lesson), moves), (lesson.key, *moves))


async def _answer_lesson(call: Call, message: Message, game: Game, moment: Hashable) -> None:
    """``moment`` tells games of lessons apart."""
    # The picture may have a legend in the learner's language.
    key = ("lesson", language_of(call.interaction.locale), moment)
    await services_of(call).picture_answers.answer(call, message, game, _learner_names(call), key)


def _learner_names(call: Call) -> Names:
    return words.lesson_names(call.user.id, name_in_pictures(call.user))


def _read_moves(text: str) -> Sequence[Move]:
    moves = move_words.read_moves(text)
    _placement(moves)
    return moves


def _placement(moves: Sequence[Move]) -> PlaceTile:
    if not isinstance(moves[0], PlaceTile):
        raise Refusal("late")
    return moves[0]
