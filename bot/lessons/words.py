"""The lessons of *Learn*: the panel of a position, the answer to a turn, and the list of all."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.parts import lesson_after, lessons
from bot.parts.part import OPPONENT_LEVEL, Goal, Lesson, position
from bot.playing import panel_words
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, Item, Menu, MenuLine, Message
from bot.text.names import OPPONENT_NAMES, Names, opponent_number, strip_markdown
from bot.words.actions import Learn, ShowMoves
from bot.words.events import news_lines
from bot.words.game_texts import game_title
from bot.words.nouns import tile_text
from bot.words.scores import plain_standings
from bot.words.state import turn_picture
from rules import notation
from rules.analysis.tile_faces import printed_face
from rules.game import Game
from rules.moves import Move

ALL_DONE: Final = "done"
"""The place in the course after the last lesson."""
OPPONENT: Final = opponent_number(OPPONENT_NAMES[0], OPPONENT_LEVEL)


def lesson_names(user: int, name: str) -> Names:
    return Names((user, OPPONENT), {user: name})


def lesson_panel(
    lesson: Lesson,
    moves: Sequence[Move],
    names: Names,
    missed: Goal | None = None,
    *,
    page: int = 1,
) -> Message:
    """A panel without aids; ``missed``: the goal the last try did not reach."""
    shown = panel_words.panel_message(position(lesson), moves, names, effects=False, page=page)
    lines, items = [_task_line(lesson)], list(_about_lesson(shown.buttons, lesson))
    if missed is not None:
        again = _("Try again!")
        lines.append(f"💡 {_(missed.why)} {again}")
        items += [None, _example_button(lesson)]
    return Message("\n".join([*lines, shown.text]), shown.pictures, tuple(items))


def lesson_decision(lesson: Lesson, game: Game, moves: Sequence[Move]) -> Message:
    """``moves``: those made before."""
    shown = panel_words.next_decision(game)
    before = " ".join(map(notation.write, moves))
    text = f"{_task_line(lesson)}\n{shown.text}"
    return replace(shown, text=text, buttons=tuple(_about_lesson(shown.buttons, lesson, before)))


def right_answer(lesson: Lesson, game: Game, names: Names) -> Message:
    """News of the turn and the opponent's answer, and a way to the next lesson."""
    news = news_lines(game.story[len(position(lesson).story) :], game, names)
    following = lesson_after(lesson.key)
    right = _("Right!")
    sentences = [f"✅ **{right}**", _(lesson.done), *([] if following else [_end_text()])]
    again = Button(_("Again"), str(Learn(lesson.key)))
    ways = (
        (again,)
        if following is None
        else (Button(_("Next"), str(Learn(following)), ButtonStyle.SUCCESS), again)
    )
    alt = " ".join([*news, f"{plain_standings(game, names)}."])
    if game.hand is not None:
        tile = tile_text(printed_face(game, game.hand.tile.id))
        alt = f"{alt} {tile[0].upper()}{tile[1:]}."
    picture = turn_picture(game, strip_markdown(alt), len(position(lesson).story))
    return Message(
        "\n".join([" ".join(sentences), *news]), (picture,), (*ways, _lesson_menu(lesson.key))
    )


def all_lessons() -> Message:
    return Message(f"🎓 {_end_text()}", buttons=(_lesson_menu(""),))


def _end_text() -> str:
    return _("You've finished all lessons. Start a game with `/new`!")


def _task_line(lesson: Lesson) -> str:
    keys = list(lessons())
    number = f"{keys.index(lesson.key) + 1}/{len(keys)}"
    return f"🎓 **{number} {_(lesson.title)}** · {game_title(lesson.game)}\n{_(lesson.task)}"


def _lesson_menu(current: str) -> Menu:
    return Menu(
        _("Choose a lesson"),
        tuple(
            MenuLine(f"{number}. {_(one.title)}", str(Learn(key)), chosen=key == current)
            for number, (key, one) in enumerate(lessons().items(), 1)
        ),
        name="lesson",
    )


def _example_button(lesson: Lesson) -> Button:
    laid, *later = position(lesson).read(lesson.example)
    shown = " ".join(map(notation.write, (laid, *later[:1])))
    return Button(_("Show me"), str(Learn(lesson.key, ShowMoves(shown))))


def _about_lesson(
    items: Sequence[Item | None], lesson: Lesson, before: str = ""
) -> Iterator[Item | None]:
    """Give items actions about a lesson, without step-by-step moves."""
    prefix = " ".join(filter(None, (str(Learn(lesson.key)), before)))
    return panel_words.with_prefix(items, f"{prefix} ")
