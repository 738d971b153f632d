"""The *Learn* button: lessons in private, tried again, resumed, exported and erased."""

from bot.parts import lessons
from bot.parts.part import Lesson, position
from rules.moves import PlaceTile
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, buttons_of
from tests.support.world import World

KEYS = list(lessons())


async def learn(world: World) -> Panel:
    """Press *Learn* under the answer to `/help`."""
    helped = await world.ana.slash(world.channel, "help")
    return Panel(world.ana, await world.ana.click(answer(helped), label="Learn"))


def title(key: str) -> str:
    """The beginning of a lesson's text."""
    return f"🎓 **{KEYS.index(key) + 1}/{len(KEYS)} {lessons()[key].title}** · "


async def answer_right(panel: Panel, lesson: Lesson) -> Panel:
    """Give the example of a lesson, a place, a rotation and a meeple after each other."""
    laid, *later = position(lesson).read(lesson.example)
    assert isinstance(laid, PlaceTile)
    made = f"learn {lesson.key} {laid.write()}"
    where = f"learn {lesson.key} show {laid.write().rsplit(' ', 1)[0]} "
    for action in panel.places:
        if action.startswith(where):
            panel = await panel.take(action)
            break
    if (turned := f"learn {lesson.key} show {laid.write()}") in panel.action:
        panel = await panel.press(turned)
    for move in later:
        made = f"{made} {move.write()}"
        panel = await panel.take(made)
    return panel


async def test_whole_course_is_learned_with_buttons_alone_across_a_restart(world: World) -> None:
    panel = await learn(world)
    for key in KEYS:
        assert panel.text.startswith(title(key))
        panel = await answer_right(panel, lessons()[key])
        assert panel.text.startswith(f"✅ **Right!** {lessons()[key].done}")
        if key == KEYS[0]:
            await world.restart()
            panel = await learn(world)
        elif key != KEYS[-1]:
            panel = await panel.label("Next")
    assert "finished all lessons" in panel.text and "Next" not in buttons_of(panel.message)
    again = await learn(world)
    assert "finished all lessons" in again.text
    assert (await again.choose("learn fields")).text.startswith(title("fields"))
    await world.app.services.preferences.set_lesson(world.ana.id, "gone")
    assert (await learn(world)).text.startswith(title(KEYS[0])), "a lesson no longer in the course"
