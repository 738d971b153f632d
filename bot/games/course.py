"""The course: the lessons of all parts, in the order in which they are taught."""

from collections.abc import Mapping
from functools import cache

from bot.games.lesson import Lesson
from bot.games.parts import PART_WORDS


@cache
def lessons() -> Mapping[str, Lesson]:
    """The lessons by key: those for beginners, then those of each part."""
    every = [lesson for part in PART_WORDS.values() for lesson in part.lessons]
    return {lesson.key: lesson for lesson in sorted(every, key=lambda one: not one.beginners)}


def lesson_after(key: str) -> str | None:
    """The key of the lesson after another one; None after the last one."""
    keys = list(lessons())
    following = keys[keys.index(key) + 1 :]
    return following[0] if following else None
