"""`make transcripts`: write the golden transcripts anew; then review the difference."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tests.support import known_commands, quick_simcord
from tests.transcripts import goldens
from tests.transcripts.actions import CAPABILITIES
from tests.transcripts.playing_out import answers_in, story_steps
from tests.transcripts.situations import SITUATIONS
from tests.transcripts.stage import ENGLISH, FRENCH
from tests.transcripts.teller import STORIES

PROCESSES: Final = 2
FRENCH_LINES: Final = 8
"""The most lines of an answer that is shown in French, where the action has any so short."""
RICHEST: Final = (
    *("running, to move", "lobby, its host alone", "running, the host", "over, a player"),
    *("no table", "running, another player", "running, who manages the server"),
    *("running, a vote to skip is open", "running, an undo is asked", "running, paused"),
    *("a cup runs", "a puzzle is posted"),
)
"""The situations of which one shows each action in French: the first in which most is said."""


def answers(situation: str, locale: str, names: frozenset[str] | None = None) -> dict[str, str]:
    """What the bot does in one situation, for all actions or some."""
    quick_simcord.install()
    known_commands.install()
    actions = [
        action
        for several in CAPABILITIES.values()
        for action in several
        if names is None or action.name in names
    ]
    return asyncio.run(answers_in(situation, actions, locale))


def told(capability: str) -> dict[str, dict[str, str]]:
    """What the bot does in the stories of a capability."""
    quick_simcord.install()
    known_commands.install()
    return {
        title: asyncio.run(story_steps(capability, title)) for title in STORIES.get(capability, ())
    }


def main() -> int:
    """Play everything, and write the files. Return 0."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        english = dict(
            zip(SITUATIONS, pool.map(answers, SITUATIONS, [ENGLISH] * len(SITUATIONS)), strict=True)
        )
        shared = Counter(
            body
            for action in next(iter(english.values()))
            for body in {said[action] for said in english.values()}
        )

        def worth(body: str) -> tuple[bool, bool, int]:
            """How much an answer says of its action; one that others give as well says least."""
            return shared[body] == 1, body.count("\n") < FRENCH_LINES, len(body)

        french_of = {
            action.name: max(RICHEST, key=lambda name: worth(english[name][action.name]))
            for actions in CAPABILITIES.values()
            for action in actions
        }
        wanted = {
            situation: frozenset(name for name, where in french_of.items() if where == situation)
            for situation in dict.fromkeys(french_of.values())
        }
        french = dict(
            zip(
                wanted,
                pool.map(answers, wanted, [FRENCH] * len(wanted), wanted.values()),
                strict=True,
            )
        )
        capabilities = sorted({*CAPABILITIES, *STORIES})
        stories = dict(zip(capabilities, pool.map(told, capabilities), strict=True))
    files = {}
    for capability in capabilities:
        actions = CAPABILITIES.get(capability, ())
        files[capability] = {
            action.name: {
                **{situation: said[action.name] for situation, said in english.items()},
                f"{french_of[action.name]} (fr)": french[french_of[action.name]][action.name],
            }
            for action in actions
        } | stories[capability]
    goldens.write(files)
    print(f"{goldens.count_lines()} lines in {goldens.FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
