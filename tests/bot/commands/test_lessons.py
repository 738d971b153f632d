"""The *Learn* button: lessons in private, tried again, resumed, exported and erased."""

from bot.games.course import lessons
from bot.games.lesson import Lesson, position
from bot.presenters.private.lessons import ALL_DONE
from rules.moves import PlaceTile
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World

KEYS = list(lessons())


async def learn(world: World) -> Panel:
    """Press *Learn* under the answer to `/help`."""
    helped = await world.ana.slash(world.channel, "help")
    return Panel(world.ana, await world.ana.click(answer(helped), label="Learn"))


async def lesson_of(world: World) -> str:
    """The lesson that is noted for Ana."""
    return await world.app.services.preferences.lesson(world.ana.id)


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


async def test_wrong_move_is_answered_with_its_reason_and_another_try(world: World) -> None:
    lesson = lessons()[KEYS[0]]
    panel = await learn(world)
    [picture] = panel.message.attachments
    assert picture.description and (await picture.read()).startswith(b"\x89PNG")
    prefix = next(iter(buttons_of(panel.message).values())).rsplit(":", 1)[0]
    for action in ("placing pass", "placing show pass", "placing place 9 9 rot0 pass"):
        forged = private(await world.press_id(world.ana, f"{prefix}:learn {action}"))
        assert forged and "✅" not in forged
    assert await lesson_of(world) not in (KEYS[1], ALL_DONE)
    panel = await learn(world)
    panel = await panel.take(panel.places[0])
    wrong = next(action for action in panel.action if action.endswith("pass"))
    panel = await panel.press(wrong)
    assert f"💡 {lesson.goals[0].why} Try again!" in panel.text
    assert await lesson_of(world) == lesson.key
    shown = await panel.label("Show me")
    assert "place 2 0 rot0 pass" in " ".join(shown.action)
    assert "✅ **Right!**" in (await shown.label("Confirm")).text
    assert world.messages() == [], "nobody else reads of it"


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
