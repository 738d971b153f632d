"""The *Learn* button: lessons in private, each a position with a turn to find."""

import asyncio
from collections.abc import Hashable, Sequence

from bot.interactions.button_routes import Pressed, personal_route
from bot.interactions.call import Call
from bot.lessons import words
from bot.parts import lesson_after, lessons
from bot.parts.part import Goal, Lesson, play_with_reply, position
from bot.runtime.names import name_in_pictures
from bot.services import services_of
from bot.table.refusals import Refusal
from bot.text.i18n import language_of
from bot.text.message import Message
from bot.text.names import Names
from bot.words import moves as move_words
from bot.words.actions import Learn, MakeMoves, OpenPanel, ShowMoves
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import Game
from rules.moves import Move, PlaceTile


@personal_route(Learn)
async def press_learn(call: Call, user: int, press: Pressed[Learn]) -> None:
    """Open a lesson, change its panel, or answer a turn."""
    lesson, step = lessons().get(press.action.lesson), press.action.step
    if lesson is None:
        await _resume(call, user)
        return
    match step:
        case None:
            await _open(call, user, lesson)
        case OpenPanel(page):
            await _show_panel(call, lesson, (), page=page or 1)
        case ShowMoves(text):
            await _show_panel(call, lesson, _read_moves(text))
        case MakeMoves(text):
            await _answer_turn(call, user, lesson, _read_moves(text))
        case _:
            raise Refusal("late")


async def _resume(call: Call, user: int) -> None:
    services = services_of(call)
    reached = await services.preferences.lesson(user)
    if reached == words.ALL_DONE:
        await services.replies.show(call, words.all_lessons())
        return
    first = next(iter(lessons().values()))
    await _open(call, user, lessons().get(reached, first))


async def _open(call: Call, user: int, lesson: Lesson) -> None:
    await services_of(call).preferences.set_lesson(user, lesson.key)
    await _show_panel(call, lesson, ())


async def _answer_turn(call: Call, user: int, lesson: Lesson, moves: Sequence[Move]) -> None:
    before = position(lesson)
    after = play_draft(before, moves)
    if not is_turn_complete(after):
        message = words.lesson_decision(lesson, after, moves)
        await _answer(call, message, after, (lesson.key, *moves))
        return
    missed = lesson.missed_goal(before, after)
    if missed is not None:
        await _show_panel(call, lesson, [_placement(moves)], missed)
        return
    reached = lesson_after(lesson.key) or words.ALL_DONE
    await services_of(call).preferences.set_lesson(user, reached)
    # The opponent thinks for milliseconds, too long for the event loop.
    game = await asyncio.to_thread(play_with_reply, lesson, moves)
    message = words.right_answer(lesson, game, _names(call))
    await _answer(call, message, game, ("answered", lesson.key, *moves))


async def _show_panel(
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
    message = words.lesson_panel(lesson, moves, _names(call), missed, page=page)
    await _answer(call, message, play_draft(position(lesson), moves), (lesson.key, *moves))


async def _answer(call: Call, message: Message, game: Game, moment: Hashable) -> None:
    """``moment`` tells games of lessons apart."""
    # The picture may have a legend in the learner's language.
    key = ("lesson", language_of(call.interaction.locale), moment)
    await services_of(call).position_answers.answer(call, message, game, _names(call), key)


def _names(call: Call) -> Names:
    return words.lesson_names(call.user.id, name_in_pictures(call.user))


def _read_moves(text: str) -> Sequence[Move]:
    moves = move_words.read_moves(text)
    _placement(moves)
    return moves


def _placement(moves: Sequence[Move]) -> PlaceTile:
    if not isinstance(moves[0], PlaceTile):
        raise Refusal("late")
    return moves[0]
