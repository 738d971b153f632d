"""Discord's limits of messages, choices and commands, checked on payloads.

Those of messages are simcord's; the others are written down here anew from Discord's documentation:
a test that took them from the bot would find nothing the bot is wrong about.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import discord
from discord.http import handle_message_parameters
from simcord.components import validate_message_state

Part: TypeAlias = Mapping[str, Any]
"""A component, an option or the like, as it is sent."""

BUTTON, MENU = 2, 3
LAYOUT: Final = 1 << 15
"""The flag of a message that is nothing but components."""

ROWS, BUTTONS, CHOICES, CHOICE = 5, 5, 25, 100
FILES, ALT, NONCE = 10, 1024, 25
COMMANDS, COMMAND = 100, 8000

_REFERRED: Final = re.compile(r"[A-Za-z0-9_.-]+")
"""File names that Discord leaves as they are, so that they can be referred to."""


def payload(**message: Any) -> tuple[Part, list[discord.File]]:
    """The payload and the files that discord.py would send for a message."""
    files = [*message.get("files", ()), *message.get("attachments", ())]
    if "file" in message:
        files.append(message["file"])
    with handle_message_parameters(**message) as parameters:
        if not parameters.multipart:
            assert parameters.payload is not None
            return parameters.payload, files
        return json.loads(parameters.multipart[0]["value"]), files


def files_of(body: Mapping[str, Any], *, edit: bool) -> list[Any]:
    """The files that go with a message, as it names them; those that an edit keeps, as it shows."""
    named = body.get("attachments") or ()
    if edit and not all("filename" in file for file in named or ({},)):
        shown = parts(body.get("components") or ())
        urls = [item["media"]["url"] for part in shown for item in part.get("items", ())]
        names = [url.removeprefix("attachment://") for url in urls]
        return [SimpleNamespace(filename=name, description="") for name in names]
    return [
        SimpleNamespace(filename=file["filename"], description=file.get("description"))
        for file in named
    ]


def check_message(sent: Part, files: Sequence[discord.File] = ()) -> None:
    """Check a message as Discord does, and that no label, text or alt text of it is blank."""
    names = [file.filename for file in files]
    assert len(set(names)) == len(names) <= FILES, names
    for file in files:
        assert len(file.description or "") <= ALT, file.description
    assert len(str(sent.get("nonce", ""))) <= NONCE
    components, flags = [*(sent.get("components") or ())], sent.get("flags", 0)
    state = {"content": sent.get("content"), "embeds": [], "attachments": names}
    validate_message_state(components, flags=flags, require_nonempty=True, **state)
    if flags & LAYOUT:
        assert not _pinged(sent), "a phone shows nothing of a layout"
    else:
        _check_pings(sent, sent.get("content") or "")
    shown = [name for part in parts(components) for name in _pictures_of(part)]
    assert sorted(shown) == sorted(names if flags & LAYOUT else ()), "each file is shown"


def _pictures_of(part: Part) -> Iterator[str]:
    """Check the words of a component; return the names of its pictures."""
    match part["type"]:
        case 2:
            assert part["label"].strip(), part
        case 3 | 8:
            assert part["placeholder"].strip(), part
            assert len(part.get("default_values", ())) <= part.get("max_values", 1)
        case 10:
            assert part["content"].strip(), "an empty text"
        case 12:
            for item in part["items"]:
                assert item["description"].strip(), item
                scheme, _, name = item["media"]["url"].partition("://")
                assert scheme == "attachment" and _REFERRED.fullmatch(name), item
                yield name
        case 17:
            assert part["components"], "an empty container"


def _pinged(sent: Part) -> list[str]:
    """The ids of the users whom a message pings."""
    mentions = sent.get("allowed_mentions") or {}
    assert not mentions.get("parse"), "whoever is named would be pinged"
    return [str(user) for user in mentions.get("users") or ()]


def _check_pings(sent: Part, content: str) -> None:
    """A user who is pinged is called in the content, which a phone shows."""
    for user in _pinged(sent):
        assert f"<@{user}>" in content, (user, content)


def check_choices(offered: Iterable[Part]) -> None:
    """The choices of an option, those of an autocomplete included."""
    choices = list(offered)
    assert len(choices) <= CHOICES
    for choice in choices:
        _check_words(choice["name"], CHOICE)
        assert 1 <= len(str(choice["value"])) <= CHOICE, choice
    for key in ("name", "value"):
        texts = [choice[key] for choice in choices]
        assert len(set(texts)) == len(texts), texts


def check_commands(commands: Sequence[Part]) -> None:
    assert len(commands) <= COMMANDS
    assert len({command["name"] for command in commands}) == len(commands)
    for command in commands:
        assert size(command) <= COMMAND, (command["name"], size(command))


def size(command: Part) -> int:
    """The characters of a command that Discord counts, of each text those of its longest form."""
    inner = [*command.get("options", ()), *command.get("choices", ())]
    total = sum(
        max(map(len, [command[key], *(command.get(f"{key}_localizations") or {}).values()]))
        for key in ("name", "description")
        if key in command
    )
    value = command.get("value", "")
    return total + (len(value) if isinstance(value, str) else 0) + sum(map(size, inner))


def parts(components: Iterable[Part]) -> Iterator[Part]:
    """All components, those inside others included."""
    for part in components:
        yield part
        yield from parts(part.get("components", ()))


def usable_ids(components: Iterable[Part]) -> Iterator[str]:
    """The custom id of every button that can be pressed, and every value that can be chosen."""
    for part in parts(components):
        if part["type"] == BUTTON and not part.get("disabled"):
            yield part["custom_id"]
        elif part["type"] == MENU:
            yield from (option["value"] for option in part["options"])


def labels(components: Iterable[Part]) -> Iterator[str]:
    for part in parts(components):
        if part["type"] == BUTTON:
            yield part["label"]
        elif part["type"] == MENU:
            yield part["placeholder"]
            for option in part["options"]:
                yield option["label"]
                yield option.get("description") or ""


def _check_words(text: str, limit: int) -> None:
    """Something to read, within a limit; blanks at the ends do not count for Discord."""
    assert text.strip() and len(text) <= limit, (len(text), text)
