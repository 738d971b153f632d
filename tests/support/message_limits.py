"""Discord's limits of messages, choices and commands, checked on payloads.

The numbers are those of Discord's documentation, written down here anew: a test that took them
from the bot would find nothing the bot is wrong about.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import discord
from discord.http import handle_message_parameters

Part: TypeAlias = Mapping[str, Any]
"""A component, an option or the like, as it is sent."""

ROW, BUTTON, MENU, CHANNELS, TEXT, GALLERY, CONTAINER = 1, 2, 3, 8, 10, 12, 17
LAYOUT: Final = 1 << 15
"""The flag of a message that is nothing but components."""

CONTENT, LAYOUT_TEXT, COMPONENTS, ROWS, BUTTONS = 2000, 4000, 40, 5, 5
LABEL, ID, PLACEHOLDER = 80, 100, 150
CHOICES, CHOICE = 25, 100
FILES, PICTURES, ALT, NONCE = 10, 10, 1024, 25
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
    assert len(files) <= FILES
    names = [file.filename for file in files]
    assert len(set(names)) == len(names), names
    for file in files:
        assert len(file.description or "") <= ALT, file.description
    assert len(str(sent.get("nonce", ""))) <= NONCE
    components = sent.get("components") or []
    if sent.get("flags", 0) & LAYOUT:
        assert not sent.get("content") and not sent.get("embeds")
        assert not _pinged(sent), "a phone shows nothing of a layout"
        _check_layout(components, names)
    else:
        content = sent.get("content") or ""
        _check_pings(sent, content)
        assert len(content) <= CONTENT, content
        assert content.strip() or files, "an empty message"
        assert len(components) <= ROWS
        assert all(part["type"] == ROW for part in components)
        for row in components:
            _check_row(row)
    ids = [part["custom_id"] for part in parts(components) if "custom_id" in part]
    assert len(set(ids)) == len(ids), ids


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


def _check_layout(components: Sequence[Part], files: Sequence[str]) -> None:
    nodes = list(parts(components))
    assert 1 <= len(nodes) <= COMPONENTS, len(nodes)
    assert sum(len(part["content"]) for part in nodes if part["type"] == TEXT) <= LAYOUT_TEXT
    shown = []
    for part in nodes:
        match part["type"]:
            case 10:
                assert part["content"].strip(), "an empty text"
            case 12:
                assert 1 <= len(part["items"]) <= PICTURES
                for item in part["items"]:
                    _check_words(item["description"], ALT)
                    scheme, _, name = item["media"]["url"].partition("://")
                    assert scheme == "attachment" and _REFERRED.fullmatch(name), item
                    shown.append(name)
            case 17:
                assert part["components"], "an empty container"
                assert all(inner["type"] in (ROW, TEXT, GALLERY) for inner in part["components"])
            case 1:
                _check_row(part)
            case kind:
                assert kind in (BUTTON, MENU), kind
    assert sorted(shown) == sorted(files), "each file is shown, and each picture sent"
    assert all(part["type"] in (TEXT, GALLERY, CONTAINER, ROW) for part in components)


def _check_row(row: Part) -> None:
    """A row: up to five buttons, or a menu alone."""
    inner = row["components"]
    if any(part["type"] == CHANNELS for part in inner):
        assert len(inner) == 1, "a menu fills its row"
        _check_words(inner[0]["placeholder"], PLACEHOLDER)
        assert 1 <= len(inner[0]["custom_id"]) <= ID
        assert len(inner[0].get("default_values", ())) <= inner[0]["max_values"] <= CHOICES
        return
    if any(part["type"] == MENU for part in inner):
        assert len(inner) == 1, "a menu fills its row"
        _check_menu(inner[0])
        return
    assert 1 <= len(inner) <= BUTTONS, len(inner)
    for button in inner:
        assert button["type"] == BUTTON
        _check_words(button["label"], LABEL)
        _check_words(button["custom_id"], ID)


def _check_menu(menu: Part) -> None:
    _check_words(menu["custom_id"], ID)
    _check_words(menu["placeholder"], PLACEHOLDER)
    options = menu["options"]
    assert 1 <= len(options) <= CHOICES
    for option in options:
        _check_words(option["label"], CHOICE)
        _check_words(option["value"], CHOICE)
        if option.get("description") is not None:
            _check_words(option["description"], CHOICE)
    values = [option["value"] for option in options]
    assert len(set(values)) == len(values), values
    assert 1 <= menu.get("max_values", 1) <= len(options)


def _check_words(text: str, limit: int) -> None:
    """Something to read, within a limit; blanks at the ends do not count for Discord."""
    assert text.strip() and len(text) <= limit, (len(text), text)
