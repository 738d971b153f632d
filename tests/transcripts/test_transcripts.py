"""The bot says and posts what its golden transcripts say, in every situation and story.

After an intended change run `make transcripts`, and review the difference in ``goldens``.
"""

from collections.abc import Mapping
from difflib import unified_diff
from typing import Final

import pytest

from bot.commands import all_commands, all_menus
from bot.words.actions import ACTIONS
from tests.support.slow_cases import rest_slow
from tests.transcripts.actions import CAPABILITIES
from tests.transcripts.golden_files import COMMON, FOLDER, LINES_LIMIT, count_lines, read
from tests.transcripts.play import perform_actions, run_story
from tests.transcripts.situations import SITUATIONS
from tests.transcripts.stage import ENGLISH, FRENCH
from tests.transcripts.story_runner import STORIES

pytestmark = pytest.mark.landing
USUAL: Final = ("no table", "lobby, its host alone", "running, to move")
"""The situations that the fast tests play."""
GOLDEN: Final = {capability: read(capability) for capability in {*CAPABILITIES, *STORIES}}
IN_FRENCH: Final = " (fr)"


def differences(expected: Mapping[str, str], actual: Mapping[str, str]) -> str:
    """The lines that differ, by action; empty where nothing does."""
    found = []
    for action in dict.fromkeys((*expected, *actual)):
        before, after = expected.get(action, ""), actual.get(action, "")
        if before != after:
            lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
            found.append("\n".join([f"== {action}", *list(lines)[2:]]))
    return "\n".join(found)


def golden_answers(situation: str) -> dict[str, str]:
    return {
        action: cases[situation]
        for answers in GOLDEN.values()
        for action, cases in answers.items()
        if situation in cases
    }


@pytest.mark.parametrize(
    "situation", rest_slow(sorted(SITUATIONS, key=lambda name: name not in USUAL), len(USUAL))
)
async def test_every_command_and_button_answers_as_in_its_transcript(situation: str) -> None:
    actions = [action for several in CAPABILITIES.values() for action in several]
    actual = await perform_actions(situation, actions, ENGLISH)
    assert not differences(golden_answers(situation), actual)


@pytest.mark.slow
@pytest.mark.parametrize(
    "situation", [name for name in SITUATIONS if golden_answers(name + IN_FRENCH)]
)
async def test_every_command_and_button_answers_in_french(situation: str) -> None:
    expected = golden_answers(situation + IN_FRENCH)
    actions = [
        action for several in CAPABILITIES.values() for action in several if action.name in expected
    ]
    assert not differences(expected, await perform_actions(situation, actions, FRENCH))


@pytest.mark.parametrize("capability", STORIES)
async def test_story_is_told_as_in_its_transcript(capability: str) -> None:
    changed = [
        differences(GOLDEN[capability].get(title, {}), await run_story(capability, title))
        for title in STORIES[capability]
    ]
    assert not "\n".join(filter(None, changed))


def test_every_command_menu_and_button_is_tried_in_english_and_in_french() -> None:
    names = {action.name for several in CAPABILITIES.values() for action in several}
    assert {f"/{command.name}" for command in all_commands()} <= names
    assert {f"menu {menu.name}" for menu in all_menus()} <= names
    tried = {
        action.button.split()[0]
        for several in CAPABILITIES.values()
        for action in several
        if action.button
    }
    assert tried == {*ACTIONS.syntax, "place", "pick"}
    for answers in GOLDEN.values():
        for action, cases in answers.items():
            if action in names:
                assert set(SITUATIONS) <= set(cases), action
                assert any(case.endswith(IN_FRENCH) for case in cases), action


def test_goldens_hold_the_actions_and_stories_there_are_and_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*GOLDEN, COMMON}
    for capability, answers in GOLDEN.items():
        names = {action.name for action in CAPABILITIES.get(capability, ())}
        assert set(answers) == {*names, *STORIES.get(capability, ())}


def test_goldens_have_at_most_as_many_lines_as_a_person_reads() -> None:
    assert count_lines() <= LINES_LIMIT


def test_nothing_went_wrong_in_any_transcript() -> None:
    wrong = (
        "ERROR LOGGED",
        "PINGS",
        "FAILED",
        "component ",
        "NEVER ANSWERED",
        "NOT ACKNOWLEDGED",
        "PUBLIC ANSWER",
        "WITHOUT ALT TEXT",
    )
    found = [
        f"{capability}: {action}: {case}: {line}"
        for capability, answers in GOLDEN.items()
        for action, cases in answers.items()
        for case, body in cases.items()
        for line in body.splitlines()
        if any(word in line for word in wrong) or "Something went wrong" in line
        # The message of a forged press is gone when the bot takes its buttons off.
        if "the message pressed FAILED" not in line
    ]
    assert not found
