"""Play actions in situations, and stories; each in a fresh world whenever something has changed."""

from collections.abc import Iterable

from tests.transcripts import stories
from tests.transcripts.actions import Action
from tests.transcripts.situations import SITUATIONS
from tests.transcripts.stage import ENGLISH, stage
from tests.transcripts.story_runner import STORIES, StoryRunner

PRIVATE = (" ", "private answer", "the message changes")
"""The beginnings of lines about what one person sees."""
HERE = "#here"


async def perform_actions(situation: str, actions: Iterable[Action], locale: str) -> dict[str, str]:
    """Perform actions in a situation. Return the lines of each, by the action's name."""
    left, answers = list(actions), dict[str, str]()
    while left:
        async with stage(locale) as opened:
            user = await SITUATIONS[situation](opened)
            opened.recorder.channels[user.channel.id] = HERE
            await opened.look()
            before = opened.reader.digest()
            while left:
                action = left.pop(0)
                lines = await action.perform(opened, user)
                answers[action.name] = "\n".join(lines) or "nothing"
                if opened.reader.digest() != before or not all(
                    line.startswith(PRIVATE) for line in lines
                ):
                    break
                await opened.look()
    return answers


async def run_story(capability: str, title: str) -> dict[str, str]:
    """Play a story. Return the lines of each step."""
    assert stories  # which fills STORIES
    async with stage(ENGLISH) as opened:
        opened.recorder.channels[opened.world.channel.id] = HERE
        runner = StoryRunner(opened)
        await STORIES[capability][title](runner)
        return runner.steps
