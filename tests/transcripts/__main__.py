"""`make transcripts`: rewrite the golden transcripts; then review the difference.

``make transcripts ONLY=settings`` plays only the actions and stories of a capability.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Mapping
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
IN_FRENCH: Final = " (fr)"
RICHEST: Final = (
    *("running, to move", "lobby, its host alone", "running, the host", "over, a player"),
    *("no table", "running, another player", "running, who manages the server"),
    *("running, a vote to skip is open", "running, an undo is asked", "running, paused"),
    *("a cup runs", "a puzzle is posted"),
)
"""Candidates for the French case of an action; `choose_french` ranks their answers."""


def play_situation(situation: str, locale: str, names: frozenset[str]) -> dict[str, str]:
    """Play actions in one situation. Return the answers by action."""
    quick_simcord.install()
    known_commands.install()
    actions = [
        action for several in CAPABILITIES.values() for action in several if action.name in names
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


def choose_french(
    english: Mapping[str, Mapping[str, str]], files: Mapping[str, golden_files.Answers]
) -> dict[str, str]:
    """Choose the situation in which each action is shown in French: as in the files, if it is."""
    chosen = {
        action: case.removesuffix(IN_FRENCH)
        for answers in files.values()
        for action, cases in answers.items()
        for case in cases
        if case.endswith(IN_FRENCH)
    }
    actions = next(iter(english.values()))
    shared = Counter(
        body for action in actions for body in {said[action] for said in english.values()}
    )

    def worth(body: str) -> tuple[bool, bool, int]:
        """Rank an answer as a sample: those of one action first, then short ones."""
        return shared[body] == 1, body.count("\n") < FRENCH_LINES, len(body)

    def richest(action: str) -> str:
        return max(RICHEST, key=lambda situation: worth(english[situation][action]))

    return {action: chosen.get(action) or richest(action) for action in actions}


def main() -> int:
    """Play the named capabilities, or all, and write the files. Return 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.transcripts", description=__doc__)
    capabilities = sorted({*CAPABILITIES, *STORIES})
    parser.add_argument("capabilities", nargs="*", help=", ".join(capabilities))
    played = parser.parse_args().capabilities or capabilities
    if unknown := {*played} - {*capabilities}:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(capabilities)}")
    files = {capability: golden_files.read(capability) for capability in capabilities}
    actions = [action.name for name in played for action in CAPABILITIES.get(name, ())]
    with ProcessPoolExecutor(PROCESSES) as pool:
        locales, names = [ENGLISH] * len(SITUATIONS), [frozenset(actions)] * len(SITUATIONS)
        answers = pool.map(play_situation, SITUATIONS, locales, names)
        english = dict(zip(SITUATIONS, answers, strict=True))
        french_of = choose_french(english, {} if played == capabilities else files)
        wanted = {
            situation: frozenset(name for name, where in french_of.items() if where == situation)
            for situation in dict.fromkeys(french_of.values())
        }
        answers = pool.map(play_situation, wanted, [FRENCH] * len(wanted), wanted.values())
        french = dict(zip(wanted, answers, strict=True))
        stories = dict(zip(played, pool.map(play_stories, played), strict=True))
    for capability in played:
        files[capability] = {
            action.name: {
                **{situation: said[action.name] for situation, said in english.items()},
                f"{french_of[action.name]}{IN_FRENCH}": french[french_of[action.name]][action.name],
            }
            for action in CAPABILITIES.get(capability, ())
        } | stories[capability]
    golden_files.write(files)
    print(f"{golden_files.count_lines()} lines in {golden_files.FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
