"""Texts that live outside of the code: ids on posts, lines in databases; each form is listed.

The lists are in `tests/bot/compatibility/written`, one file a kind, one example a form. Numbers and
the letters of places do not matter to a form. A test in which the bot writes an unlisted form
fails, unless it is slow; with ``UPDATE_GOLDENS=1`` the form is added.
"""

import fcntl
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.text.i18n import ALL_LANGUAGES, ENGLISH
from bot.text.time_zones import MENU_ZONES

FOLDER: Final = Path(__file__).parents[1] / "bot" / "compatibility" / "written"
QUERIES: Final = {
    "entries": "SELECT text FROM entries WHERE game > 0",
    "cup_entries": "SELECT text FROM entries WHERE game < 0",
    "dues": "SELECT key, kind, game, user, guild, text FROM dues",
    "preferences": "SELECT key, value FROM key_values WHERE kind = 'preference'",
    "server_settings": "SELECT key, value FROM key_values WHERE kind = 'server setting'",
    "player_notes": "SELECT key, value FROM key_values WHERE kind = 'note'",
    "notifications": "SELECT kind, key FROM notifications",
    "orders": "SELECT value FROM key_values WHERE kind = 'order'",
    "bot_settings": "SELECT key FROM settings",
}
"""The texts of each kind in a database."""
CUSTOM_IDS: Final = "custom_ids"
CHOICE: Final = " > "
"""Between the custom id of a menu and the value of one of its lines."""
_SNOWFLAKE: Final = re.compile(r"\d{5,}(?:\.\d+)?")
_NUMBER: Final = re.compile(r"-?\d+")
_PLACE: Final = re.compile(r"(?<= )[a-z]\b(?![+:])")
_ZONE: Final = re.compile(r"\bzone(:?) (\S+)")
"""A time zone; those that are typed are one form, those of the menu one each."""
_TRANSLATED: Final = "|".join(re.escape(code) for code in ALL_LANGUAGES if code != ENGLISH)
_LANGUAGE: Final = re.compile(rf"\b(language:? |follow: \w+ )(?:{_TRANSLATED})\b")
"""A language other than English; all are one form."""
_HEADED: Final = ("new", "start")
"""The first words of entries with more lines, each of which is a form of its own."""


def plain(text: str) -> str:
    """Return a text with its numbers, repeated numbers and letters of places replaced."""
    text = re.sub(r"(\w+)(\+\w+){2,}", r"\1+…", text)
    return _PLACE.sub("@", re.sub(r"#( #)+$", "#…", _NUMBER.sub("#", text)))


def _entry_examples(text: str) -> Iterator[str]:
    head, *lines = text.split("\n")
    if head.split(" ")[0] not in _HEADED or not lines:
        yield text
    elif head == "start":
        yield from ("\n".join([head, lines[0], _short(line)]) for line in lines[1:])
    else:
        yield head
        yield from (f"{head}\n{line}" for line in lines)


def _short(line: str) -> str:
    """A line of a header with a short bag and a short nonce."""
    key, _, value = line.partition(": ")
    return f"{key}: {' '.join(value.split(' ')[:2])[:16]}"


def _entry_form(text: str) -> str:
    head, *lines = text.split("\n")
    word = head.split(" ")[0]
    if not lines or word not in _HEADED:
        return plain(text)
    key, _, value = lines[-1].partition(": ")
    is_named = key in ("game", "edition") or (word == "new" and key not in ("cup", "colour"))
    return f"{word} {key}: {value if is_named and key != 'game' else '…'}"


def _key_value_form(text: str) -> str:
    text = _ZONE.sub(lambda zone: zone[0] if zone[2] in MENU_ZONES else f"zone{zone[1]} …", text)
    return _SNOWFLAKE.sub("#", re.sub(r"\d+-\d+", "#-#", re.sub(r"#( #)+", "#…", text)))


def _custom_id_form(text: str) -> str:
    """Settings write their number as a value, so each one is a form of its own.

    The state of a message, behind a tilde in the id of a menu, is not part of a form.
    """
    text = re.sub(r"~[0-9a-f]+", "", text, count=1)
    match = re.fullmatch(r"([a-z]+:\d+:\d+\S*?(?::| > ))((?:habits|setup).*)", text)
    return plain(match[1]) + _key_value_form(match[2]) if match else plain(text)


def _note_form(text: str) -> str:
    key, _, value = text.partition(": ")
    return f"{key}: {'…' if key == 'note' else plain(value)}"


def _order_examples(text: str) -> Iterator[str]:
    yield from (json.dumps([way]) for way in json.loads(text))


def _order_form(text: str) -> str:
    [[moves, meaning]] = json.loads(text)
    kinds: dict[type, str] = {list: "an old meaning", dict: "a meaning"}
    kind = kinds.get(type(meaning), "null")
    return f"{plain(moves)}: {kind}"


PLANTED: Final = frozenset(
    {
        *("something else", "of-another-version", "carc:#:#:spin #", "spin #", "top @"),
        *("nonsense", "nonsense that is no move", "place # # ROT#", "digest: @ digest"),
    }
)
"""The forms that tests plant, or those of the toy expansion; no version writes them."""
EXAMPLES: Final[Mapping[str, Callable[[str], Iterable[str]]]] = {
    "entries": _entry_examples,
    "cup_entries": _entry_examples,
    "orders": _order_examples,
}
"""Short examples of all forms in a text, where it has several."""
FORMS: Final[Mapping[str, Callable[[str], str]]] = {
    CUSTOM_IDS: _custom_id_form,
    "entries": _entry_form,
    "cup_entries": _entry_form,
    "preferences": _key_value_form,
    "server_settings": _key_value_form,
    "player_notes": _note_form,
    "orders": _order_form,
    "bot_settings": str,
}
"""The form of an example, where it is not just `plain`."""


def form_of(kind: str, example: str) -> str:
    return FORMS.get(kind, plain)(_LANGUAGE.sub(r"\1…", example))


def _read(kind: str) -> dict[str, str]:
    path = FOLDER / f"{kind}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {form_of(kind, text): text for text in map(unescape, lines)}


_listed: Final = cache(_read)
"""The examples of a kind by their form."""


def _add(kind: str, new: Mapping[str, str]) -> None:
    """Add examples to a list, to which other processes may add too."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{kind}.txt").open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        lines = sorted(map(escape, {**new, **_read(kind)}.values()))
        file.truncate(0)
        file.write("\n".join([*lines, ""]))


def listed(kind: str) -> list[str]:
    return list(_listed(kind).values())


def kinds() -> list[str]:
    return [CUSTOM_IDS, *QUERIES]


def escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def unescape(line: str) -> str:
    return line.replace("\\n", "\n").replace("\\\\", "\\")


def unlisted(kind: str, texts: Iterable[str]) -> list[str]:
    """Return an example of each form that is not listed; add them if ``UPDATE_GOLDENS`` is set.

    Each form is returned once in a process, so that not every test fails of one new button.
    """
    known = _listed(kind)
    new: dict[str, str] = {}
    for text in texts:
        for example in EXAMPLES[kind](text) if kind in EXAMPLES else (text,):
            form = form_of(kind, example)
            if form not in known and form not in PLANTED:
                new.setdefault(form, example)
    known.update(new)
    if new and os.environ.get("UPDATE_GOLDENS"):
        _add(kind, new)
        return []
    return list(new.values())


def custom_ids(payload: Any) -> Iterator[str]:
    if isinstance(payload, Mapping):
        custom_id, options = payload.get("custom_id"), payload.get("options")
        if custom_id is not None and options:
            yield from (f"{custom_id}{CHOICE}{option['value']}" for option in options)
        elif custom_id is not None:
            yield custom_id
        for value in payload.values():
            if isinstance(value, Mapping | list):
                yield from custom_ids(value)
    elif isinstance(payload, list):
        for value in payload:
            yield from custom_ids(value)


def in_database(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Return the texts of each kind in a SQLite database."""
    if not path.exists():
        return
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        for kind, query in QUERIES.items():
            rows = connection.execute(query).fetchall()
            yield kind, [_text_of_row(kind, row) for row in rows]


def _text_of_row(kind: str, row: tuple[Any, ...]) -> str:
    if kind == "dues":
        fields = zip(("key", "kind", "game", "user", "guild", "text"), row, strict=True)
        return json.dumps({name: value for name, value in fields if value not in (None, "")})
    return ": ".join(map(str, row))


def all_unlisted(requests: Iterable[Any], database: Path) -> list[str]:
    """Return the unlisted texts that a bot has sent to Discord and written into its database."""
    found = [
        f"custom_ids.txt: {escape(text)}"
        for text in unlisted(CUSTOM_IDS, (text for body in requests for text in custom_ids(body)))
    ]
    for kind, texts in in_database(database):
        found += [f"{kind}.txt: {escape(text)}" for text in unlisted(kind, texts)]
    return found


def what_to_do(unlisted: Iterable[str]) -> str:
    """Say what a contributor does about new forms that a test found."""
    return (
        "The bot wrote new forms of texts that live outside of the code:\n  "
        + "\n  ".join(unlisted)
        + "\nIf you meant it, run this test again with UPDATE_GOLDENS=1, which adds them to"
        " tests/bot/compatibility/written; old texts must still be read."
    )
