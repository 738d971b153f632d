"""Every text that lives outside of the code is listed, and read back as it was written.

`written` has an example of each form that this version writes; see `tests/support/written_texts.py`
for what counts as a form. Every test of the bot checks that it writes listed forms only.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from storage.key_values import GUILD_SETTINGS, PREFERENCES, Kind
from storage.sqlite.schema import prepare
from tests.bot.compatibility import adapter
from tests.bot.compatibility.old_posts import TODAY, VERSIONS, OldPosts
from tests.support.goldens import assert_golden
from tests.support.shown_messages import answer, buttons_of, menu_labels_of, menus_of, text_of
from tests.support.world import World
from tests.support.written_texts import CHOICE, CUSTOM_IDS, all_unlisted, listed, unlisted

GOLDENS: Final = Path(__file__).parent / "goldens"
REFUSED: Final = {
    "entries": (
        *("leave", "leave x", "leave 1 2", "leave 01", "join 6", "join red", "colour 1 2", "host"),
        *(
            "end scored",
            "vote",
            "vote pause x",
            "vote wait 5",
            "vote stay",
            "pause soon",
            "agree 1",
        ),
        *("open", "take", "opponent Odile", "opponent Nobody novice 1", "opponent Odile expert 1"),
        *("new", "new base", "new base two", "new base 2\npace: slow", "new base 2\nundo: often"),
        *("new base 2\npurist: maybe", "new base 2\norder: youngest", "new base 2\norders: never"),
        *("new base 2\npace: day\npace: day", "new base 2\npace", "start", "start\norder: 0 0\nx"),
        *(
            "start\norder: 1 2\nseats: 2",
            "start\norder: 0 1",
            "undo",
            "ask",
            "",
            "place 0 1\nrot90",
        ),
    ),
    "cup_entries": (
        *(
            "leave",
            "leave x",
            "start",
            "round",
            "round 0:1",
            "open 1",
            "result 0 third",
            "result 0",
        ),
        *("result 0 first 3", "result 0 first x y", "ended", "join 1", "place 0 1 rot0", ""),
    ),
    "dues": (
        '{"key": "turn 1", "kind": "turn"}',
        '{"key": "turn 1", "kind": "turn", "game": 1, "text": "soon"}',
        '{"key": "order 1", "kind": "order", "game": 1, "text": "x"}',
        '{"key": "cup 1", "kind": "cup"}',
        '{"key": "cup x", "kind": "cup", "guild": 1}',
        '{"key": "notice nudge 1", "kind": "notice", "game": 1, "user": 2, "text": "1 nudge 1"}',
        '{"key": "thread 1", "kind": "thread"}',
    ),
    "orders": ("[]", "{}", "no", '[["place 0 1", null, 3]]', '[["settle 0 1", null]]'),
}
"""Texts of no version, or of another kind."""
LOST: Final = (
    "carc:1:2",
    "carc:1:2:",
    "carc:x:2:join",
    "carc:1:-2:join",
    "pick:1",
    "button:1:2:join",
)
"""Custom ids that no version has."""


WITHOUT_OLD_MEANING: Final = re.compile(r"(?<=\", )\[.*\](?=\]\]$)")
"""The meaning of an order by the first format, which is not compared: its player is asked."""


@pytest.mark.parametrize("kind", adapter.READERS)
def test_listed_text_is_read_and_written_again(kind: str) -> None:
    read, write = adapter.READERS[kind], adapter.WRITERS[kind]
    assert {text: write(read(text)) for text in listed(kind)} == {
        text: WITHOUT_OLD_MEANING.sub("null", text)
        if kind == "orders"
        else re.sub(r"^(new [^\n]*)\npurist: yes$", r"\1\naids: no", text)
        for text in listed(kind)
    }


@pytest.mark.parametrize("kind", adapter.CLASSES)
def test_every_class_of_text_is_listed(kind: str) -> None:
    read = adapter.READERS[kind]
    missing = adapter.CLASSES[kind]() ^ {type(read(text)).__name__ for text in listed(kind)}
    assert not missing, f"{kind} lacks an example of each of these: {missing}; see CONTRIBUTING.md"


@pytest.mark.parametrize("kind", REFUSED)
def test_text_of_no_version_is_refused(kind: str) -> None:
    def is_read(text: str) -> bool:
        try:
            adapter.READERS[kind](text)
        except ValueError:
            return False
        return True

    assert [text for text in REFUSED[kind] if is_read(text)] == []


def actions() -> Iterator[tuple[str, str]]:
    """The custom ids of the list, each with its action."""
    for text in listed(CUSTOM_IDS):
        custom_id, is_menu, choice = text.partition(CHOICE)
        yield custom_id, choice if is_menu else custom_id.split(":", 3)[3]


def test_every_listed_custom_id_has_a_handler() -> None:
    assert [id for id, _ in actions() if not adapter.is_known_id(id)] == []
    assert [action for _, action in actions() if not adapter.has_route(action)] == []


def test_every_handler_of_buttons_is_in_the_list() -> None:
    words = {action.split(" ")[0] for _, action in actions()}
    missing = sorted(adapter.route_words() - words)
    assert not missing, (
        f"no test has shown a button with {missing}: show one in a test with UPDATE_GOLDENS=1,"
        " which lists it, then run this test again"
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_every_custom_id_of_old_posts_has_a_handler(version: str) -> None:
    presses = OldPosts(version).presses()
    lost = [press.line() for press in presses if not adapter.is_known_id(press.custom_id)]
    assert lost == []
    assert [press.line() for press in presses if not adapter.is_read(press.action)] == []


def test_custom_id_of_no_version_is_unknown() -> None:
    assert [custom_id for custom_id in LOST if adapter.is_known_id(custom_id)] == []


def test_posts_and_database_of_today_hold_only_listed_texts(tmp_path: Path) -> None:
    old = OldPosts(TODAY)
    database = tmp_path / "games.sqlite3"
    database.write_bytes(old.database)
    prepare(database)
    pressed = [
        press.custom_id + (CHOICE + press.value) * bool(press.value) for press in old.presses()
    ]
    assert unlisted(CUSTOM_IDS, pressed) == []
    assert all_unlisted((), database) == []


async def test_running_bot_handles_every_listed_kind_of_due(world: World) -> None:
    kinds = {re.findall(r'"kind": "([^"]+)"', text)[0] for text in listed("dues")}
    assert kinds - {"backup"} <= adapter.due_kinds(world.app)


@pytest.mark.slow
@pytest.mark.landing
async def test_settings_write_only_listed_values(world: World) -> None:
    chosen = [action for _, action in actions() if re.match("setup .|habits .|privacy .*-", action)]
    for action in dict.fromkeys(chosen):
        await world.press_id(world.ana, f"carc:0:0:{action}")
        assert all_unlisted((), world.folder / "games.sqlite3") == [], action
    for option, value in choices_of_command(world, "setup"):
        if f"setup {option} {value}" in chosen:
            continue
        await world.ana.slash(world.channel, "setup", **{option: value})
        assert all_unlisted((), world.folder / "games.sqlite3") == [], f"{option}: {value}"


def choices_of_command(world: World, name: str) -> Iterator[tuple[str, Any]]:
    """The choices of a command as Discord has been told, each with its option."""
    commands = world.env.backend.commands[None]
    [command] = [command for (other, _), command in commands.items() if other == name]
    for option in command["options"]:
        yield from ((option["name"], choice["value"]) for choice in option.get("choices", ()))


async def test_new_tables_write_only_listed_options(world: World) -> None:
    """The fixture checks what is written; each choice of `/new` is made here."""
    for option, value in choices_of_command(world, "new"):
        usual = {"game": "base", "seats": 2, "opponents": int(option == "level")}
        usual |= {} if option == "game" and value != "base" else {"sets": "ferries"}
        await world.ana.slash(world.channel, "new", **usual | {option: value})
        if option != "thread":
            await world.press(world.ana, "leave")
    await world.ana.slash(world.channel, "new", game="base", sets="ferries", seats=3)
    await world.press(world.bo, "join")
    for action in [*menus_of(world.post())]:
        if action.startswith("change ") and "game" not in action:
            await world.press(world.ana, action)
    await world.press(world.bo, "join")
    await world.press(world.ana, "change game hunters")


def shown(message: Any) -> list[str]:
    """The lines of a message's text, its buttons, and the chosen lines of its menus."""
    labels = [f"[{label}]" for label in (*buttons_of(message), *menu_labels_of(message))]
    return [*re.split(r"\n|(?<=\.) ", text_of(message)), *labels]


async def test_every_listed_setting_of_a_server_is_read(world: World) -> None:
    async def lines(key: str, value: str = "x") -> list[str]:
        _store(world, GUILD_SETTINGS, world.guild.id, key, value)
        games = answer(await world.ana.slash(world.channel, "setup"))
        shown_lines = shown(games)
        features = await world.ana.click(games, label="Server features")
        return [*shown_lines, *shown(answer(features))]

    usual = await lines("unknown")
    assert_golden(
        GOLDENS / "server_settings.txt", await _differences("server_settings", usual, lines)
    )


async def test_every_listed_preference_is_read(world: World) -> None:
    async def lines(key: str, value: str = "x") -> list[str]:
        _store(world, PREFERENCES, world.bo.id, key, value)
        settings = answer(await world.bo.slash(world.channel, "settings"))
        shown_lines = shown(settings)
        quiet = await world.bo.click(settings, label="Quiet hours")
        shown_lines += shown(answer(quiet))
        shown_lines += shown(answer(await world.bo.slash(world.channel, "privacy")))
        lesson = await world.press_id(world.bo, "carc:0:0:learn")
        return [*shown_lines, *shown(answer(lesson))]

    usual = await lines("unknown")
    assert_golden(GOLDENS / "preferences.txt", await _differences("preferences", usual, lines))


def _store(world: World, kind: Kind, owner: int, key: str, value: str) -> None:
    """Store a value by a key, and nothing else, as an older version may have."""
    with closing(sqlite3.connect(world.folder / "games.sqlite3")) as connection, connection:
        [column] = kind.owner
        connection.execute("DELETE FROM key_values WHERE kind = ?", (kind.name,))
        connection.execute(
            f"INSERT INTO key_values (kind, {column}, key, value) VALUES (?, ?, ?, ?)",
            (kind.name, owner, key, value),
        )


async def _differences(kind: str, usual: list[str], lines: Any) -> list[str]:
    found = []
    for text in listed(kind):
        key, _, value = text.partition(": ")
        now = await lines(key, value)
        new = [line for line in now if line not in usual]
        found.append(f"{text} => {' | '.join(new) or 'as usual'}")
    return found
