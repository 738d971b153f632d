"""`make transcripts`: rewrite the golden transcripts; then review the difference."""

import asyncio
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tests.support import known_commands, quick_simcord
from tests.transcripts import golden_files
from tests.transcripts.actions import CAPABILITIES
from tests.transcripts.play import perform_actions, run_story
from tests.transcripts.situations import SITUATIONS
from tests.transcripts.stage import ENGLISH, FRENCH
from tests.transcripts.story_runner import STORIES

PROCESSES: Final = 2
FRENCH_LINES: Final = 8
"""The most lines of an answer that is shown in French, where the action has any so short."""
RICHEST: Final = (
    *("running, to move", "lobby, its host alone", "running, the host", "over, a player"),
    *("no table", "running, another player", "running, who manages the server"),
    *("running, a vote to skip is open", "running, an undo is asked", "running, paused"),
    *("a cup runs", "a puzzle is posted"),
)
"""Candidates for the French case of an action; `worth` ranks their answers."""


def play_situation(
    situation: str, locale: str, names: frozenset[str] | None = None
) -> dict[str, str]:
    """Play all actions or some in one situation. Return the answers by action."""
    quick_simcord.install()
    known_commands.install()
    actions = [
        action
        for several in CAPABILITIES.values()
        for action in several
        if names is None or action.name in names
    ]
    return asyncio.run(perform_actions(situation, actions, locale))


def play_stories(capability: str) -> dict[str, dict[str, str]]:
    """Play the stories of a capability. Return the lines of each step, by title."""
    quick_simcord.install()
    known_commands.install()
    lines: dict[str, dict[str, str]] = {}
    for title in STORIES.get(capability, ()):
        try:
            lines[title] = asyncio.run(run_story(capability, title))
        except Exception as error:
            error.add_note(f"in the story {capability}: {title}")
            raise
    return lines


def main() -> int:
    """Play everything, and write the files. Return 0."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        english = dict(
            zip(
                SITUATIONS,
                pool.map(play_situation, SITUATIONS, [ENGLISH] * len(SITUATIONS)),
                strict=True,
            )
        )
        shared = Counter(
            body
            for action in next(iter(english.values()))
            for body in {said[action] for said in english.values()}
        )

        def worth(body: str) -> tuple[bool, bool, int]:
            """Rank an answer as a French sample: those of one action first, then short ones."""
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
                pool.map(play_situation, wanted, [FRENCH] * len(wanted), wanted.values()),
                strict=True,
            )
        )
        capabilities = sorted({*CAPABILITIES, *STORIES})
        stories = dict(zip(capabilities, pool.map(play_stories, capabilities), strict=True))
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
    golden_files.write(files)
    print(f"{golden_files.count_lines()} lines in {golden_files.FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
