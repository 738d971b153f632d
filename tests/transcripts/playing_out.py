"""Play actions in situations, and stories; each in a fresh world whenever something has changed."""

from __future__ import annotations

from collections.abc import Iterable

from tests.transcripts import stories
from tests.transcripts.actions import Action
from tests.transcripts.situations import SITUATIONS
from tests.transcripts.stage import ENGLISH, stage
from tests.transcripts.teller import STORIES, Teller

PRIVATE = (" ", "private answer", "the message changes")
"""The beginnings of lines about what one person sees."""
HERE = "#here"


async def answers_in(situation: str, actions: Iterable[Action], locale: str) -> dict[str, str]:
    """Perform actions in a situation. Return the lines of each, by the action's name."""
    left, answers = list(actions), dict[str, str]()
    while left:
        async with stage(locale) as opened:
            asker = await SITUATIONS[situation](opened)
            opened.recorder.channels[asker.channel.id] = HERE
            await opened.look()
            before = opened.digest()
            while left:
                action = left.pop(0)
                lines = await action.perform(opened, asker)
                answers[action.name] = "\n".join(lines) or "nothing"
                if opened.digest() != before or not all(line.startswith(PRIVATE) for line in lines):
                    break
                await opened.look()
    return answers


async def story_steps(capability: str, title: str) -> dict[str, str]:
    """Play a story. Return the lines of each step."""
    assert stories  # which fills STORIES
    async with stage(ENGLISH) as opened:
        opened.recorder.channels[opened.world.channel.id] = HERE
        teller = Teller(opened)
        await STORIES[capability][title](teller)
        return teller.steps
