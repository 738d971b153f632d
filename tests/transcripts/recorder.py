"""Record the bot's requests to Discord, and write them as a transcript.

Every request of the bot is recorded at the edge of the simulated Discord, so nothing here knows how
the bot makes it. Private answers, posts, edits, direct messages, threads and deletions are written
with their text, buttons, menus, pings, files and alt texts. Ids, times and names are normalised.
"""

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from simcord import Env
from simcord.http import router

from tests.transcripts.text_rendering import digest

WIDTH: Final = 132
EPHEMERAL, SILENT = 64, 4096
ANSWER, THINKING, DEFERRED_UPDATE, UPDATE, SUGGESTIONS, MODAL = 4, 5, 6, 7, 8, 9
"""Kinds of responses to an interaction."""
ACTION_ROW, BUTTON, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 10, 12, 13, 14, 17
SELECTS: Final = {3: "menu", 5: "users", 6: "roles", 7: "users and roles", 8: "channels"}
MARKS: Final = {1: "*", 2: "", 3: "+", 4: "!", 5: "link "}
"""The styles of buttons: primary, secondary, success, danger, link."""
DIRECT: Final = 1
DRAWN_CHARACTERS: Final = 240
MENU_LINES, MENU_HEAD = 9, 4
"""The most lines of a menu that are all written; of a longer one these and the last."""
LANGUAGES: Final = ("en", "fr")
"""The languages of transcripts; the lines of others in menus are left out."""
_LANGUAGE = re.compile(r"\blanguage (\w+)")
_TIME = re.compile(r"<t:(-?\d+)(:\w)?>")
_CUSTOM_ID = re.compile(r"(carc:|pick:)(\d+):(\d+)(:?)")
_EMOJI = re.compile(r"<a?:(\w+):\d+>")


def _is_left_out(value: str) -> bool:
    """Return True for the value of a line that chooses a language without transcripts."""
    match = _LANGUAGE.search(value)
    return match is not None and match[1] not in LANGUAGES


@dataclass(slots=True)
class Sent:
    """A request of the bot with its files, and what Discord answered."""

    method: str
    path: str
    body: Any
    files: list[tuple[str, bytes]]
    result: Any = None
    failed: str = ""


@dataclass
class Recorder:
    """Records the requests of one bot, and spells those since the last call."""

    env: Env
    clock: Callable[[], float]
    began: float
    people: dict[int, str] = field(default_factory=dict)
    channels: dict[int, str] = field(default_factory=dict)
    messages: dict[int, str] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    thinking: dict[str, str] = field(default_factory=dict)
    edited: dict[str, str] = field(default_factory=dict)
    """By the token of a press on a post, which its answer would change for all to see."""
    table: tuple[int, int] = (0, 0)
    """The game and version of the table before the action; buttons of it have short ids."""

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Record each request of the bot from now on."""
        dispatch = router.dispatch

        def recorded(backend: Any, method: str, path: str, **how: Any) -> Any:
            if backend is not self.env.backend:
                return dispatch(backend, method, path, **how)
            files = [(each.filename, file_bytes(each)) for each in how.get("files") or ()]
            sent = Sent(method, path, how.get("json"), files)
            self.sent.append(sent)
            if path.endswith("/callback") and sent.body["type"] == DEFERRED_UPDATE:
                self._note_pressed_message(path.split("/")[-2])
            try:
                sent.result = dispatch(backend, method, path, **how)
            except Exception as error:
                sent.failed = type(error).__name__
                raise
            return sent.result

        monkeypatch.setattr(router, "dispatch", recorded)

    def _note_pressed_message(self, token: str) -> None:
        """Note if the message that an answer will change is one that all can see."""
        pressed = self.env.backend.interaction_by_token(token)
        assert pressed.source_message_id is not None
        message = self.env.backend.get_message(pressed.channel_id, pressed.source_message_id)
        if not message.flags & EPHEMERAL:
            self.edited[token] = "PUBLIC MESSAGE"

    # -- spelling -----------------------------------------------------------------------------

    def begin(self, game: int, version: int) -> None:
        """Forget recorded requests; number new messages from +1, earlier ones back from -1."""
        self.take_lines()
        self.table = (game, version)
        by_channel: dict[str, list[int]] = {}
        for number, name in self.messages.items():
            by_channel.setdefault(name.rpartition(" ")[0], []).append(number)
        for where, numbers in by_channel.items():
            for age, number in enumerate(reversed(numbers), 1):
                self.messages[number] = f"{where} -{age}"

    def take_lines(self) -> list[str]:
        """The lines of what was sent since the last call."""
        sent, self.sent = self.sent, []
        streams: dict[str, list[str]] = {}
        for each in (one for one in sent if one.method != "GET"):
            lines = list(self._request(each))
            streams.setdefault(self._stream(each), []).extend(lines)
        lines = [line for name in sorted(streams) for line in streams[name]]
        lines += [f"{how}: NEVER ANSWERED" for how in self.thinking.values()]
        self.thinking.clear()
        return lines

    def _stream(self, sent: Sent) -> str:
        """Name the subject of a request; the order between subjects is not fixed."""
        match sent.path.strip("/").split("/"):
            case ["interactions" | "webhooks", *_]:
                return ""
            case ["channels", channel, "messages"]:
                number = (sent.result or {}).get("id", "0")
                return f"{self.channel(channel)} {self.message(channel, number)}"
            case ["channels", channel, *_, message] if message.isdigit():
                return f"{self.channel(channel)} {self.message(channel, message)}"
            case ["channels", channel, *_]:
                return self.channel(channel)
        return sent.path

    def _request(self, sent: Sent) -> Iterator[str]:
        words = sent.path.strip("/").split("/")
        failed = f" FAILED ({sent.failed})" if sent.failed else ""
        match sent.method, words:
            case "POST", ["interactions", _, token, "callback"]:
                yield from self._response(token, sent)
            case "PATCH", ["webhooks", _, token, "messages", "@original"]:
                edited = f"{self.edited.get(token, 'private answer')}, edited"
                how = self.thinking.pop(token, edited)
                yield from self._message(how + failed, sent.body, sent.files)
            case "PATCH", ["webhooks", _, token, "messages", _]:
                yield from self._message(f"private answer, edited{failed}", sent.body, sent.files)
            case "POST", ["webhooks", _, token]:
                how = self.thinking.pop(token, "")
                yield from self._message(
                    followup_kind(sent.body, how) + failed, sent.body, sent.files
                )
            case "DELETE", ["webhooks", _, token, "messages", _]:
                self.thinking.pop(token, "")
                yield f"{self.edited.get(token, 'private answer')} removed{failed}"
            case "POST", ["users", "@me", "channels"]:
                return
            case "POST", ["channels", channel, "messages"]:
                where = self.channel(channel)
                if sent.result is not None:
                    self.messages[int(sent.result["id"])] = f"{where} +{self._count(where)}"
                    where = self.messages[int(sent.result["id"])]
                yield from self._message(f"post {where}{failed}", sent.body, sent.files)
            case "PATCH", ["channels", channel, "messages", message]:
                edited = f"edit {self.message(channel, message)}{failed}"
                yield from self._message(edited, sent.body, sent.files)
            case "DELETE", ["channels", channel, "messages", message]:
                yield f"delete {self.message(channel, message)}{failed}"
            case "PUT" | "DELETE" as method, ["channels", channel, *_, "pins", message]:
                word = "pin" if method == "PUT" else "unpin"
                yield f"{word} {self.message(channel, message)}{failed}"
            case "POST", ["channels", channel, *_, "threads"]:
                name = str((sent.body or {}).get("name", ""))
                if sent.result is not None:
                    self.channels[int(sent.result["id"])] = f"#{name}"
                yield f"new thread in {self.channel(channel)}: {self.text(name)}{failed}"
            case method, _:
                path = re.sub(r"\d{6,}", lambda found: self._known(int(found[0])), sent.path)
                yield f"{method} {path}{failed} {self.text(str(sent.body or ''))}".rstrip()

    def _response(self, token: str, sent: Sent) -> Iterator[str]:
        """An answer to an interaction, at once or announced."""
        data = (sent.body or {}).get("data") or {}
        kind = (sent.body or {}).get("type")
        private = bool(data.get("flags", 0) & EPHEMERAL)
        if kind == ANSWER:
            how = "private answer" if private else "PUBLIC ANSWER"
            yield from self._message(how, data, sent.files)
        elif kind == THINKING:
            self.thinking[token] = "private answer" if private else "PUBLIC ANSWER"
        elif kind == UPDATE:
            yield from self._message("the message changes", data, sent.files)
        elif kind == SUGGESTIONS:
            choices = data.get("choices") or []
            yield f"{len(choices)} suggestions"
            for choice in choices:
                yield f"  {self.text(choice['name'])} = {self.text(str(choice['value']))}"
        elif kind == MODAL:
            yield f"a form: {self.text(data.get('title', ''))} ▸{self.id(data['custom_id'])}"
            yield from self._components(data.get("components") or ())

    def _message(
        self, how: str, body: Mapping[str, Any] | None, files: Sequence[tuple[str, bytes]]
    ) -> Iterator[str]:
        """A message: its text, pings, buttons, menus and files; of an edit also what it empties."""
        body = body or {}
        notes = [
            f"no {what}"
            for key, what in (
                ("content", "text"),
                ("components", "buttons"),
                ("attachments", "files"),
            )
            if key in body and not body[key] and not how.startswith("post")
        ]
        if int(body.get("flags") or 0) & SILENT:
            notes.append("silent")
        pings = (body.get("allowed_mentions") or {}).get("users") or ()
        if pings:
            notes.append("pings " + ", ".join(self.person(int(user)) for user in pings))
        if (body.get("allowed_mentions") or {}).get("parse"):
            notes.append(f"PINGS {body['allowed_mentions']['parse']}")
        if "allowed_mentions" not in body and "<@" in (body.get("content") or ""):
            notes.append("PINGS ANYBODY")
        yield f"{how}{' (' + ', '.join(notes) + ')' if notes else ''}"
        yield from self._lines("|", body.get("content") or "")
        yield from self._components(body.get("components") or ())
        described = {
            str(each.get("filename")): each.get("description") or ""
            for each in body.get("attachments") or ()
        }
        kept = [str(each["id"]) for each in body.get("attachments") or () if "filename" not in each]
        if kept:
            yield f"  keeps {len(kept)} files"
        for name, data in files:
            yield from self._file(name, data, described.get(name, ""))
        if body.get("embeds"):
            yield f"  embeds {self.text(str(body['embeds']))}"

    def _file(self, name: str, data: bytes, alt: str) -> Iterator[str]:
        shown = self.text(alt) or ("WITHOUT ALT TEXT" if is_picture(name) else "")
        yield from wrapped("  file ", f"{self.text(name)} {shown}".rstrip())
        text = data.decode("utf-8", "replace")
        if is_picture(name) or name.endswith(".html"):
            yield from self._lines("drawn:", shortened(text))
        elif name.endswith(".json"):
            yield from wrapped("    with ", ", ".join(json.loads(text)))
        else:
            yield f"    {len(text.splitlines())} lines ({digest(self.text(text))})"

    def _components(self, components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        for each in components:
            kind = each["type"]
            if kind == ACTION_ROW:
                inner = each["components"]
                if inner and inner[0]["type"] == BUTTON:
                    yield from wrapped("  ", " ".join(map(self._button, inner)))
                else:
                    yield from self._components(inner)
            elif kind == BUTTON:
                yield f"  {self._button(each)}"
            elif kind in SELECTS:
                yield from self._menu(SELECTS[kind], each)
            elif kind == TEXT:
                yield from self._lines(":", each["content"])
            elif kind == GALLERY:
                for item in each["items"]:
                    name = item["media"]["url"].removeprefix("attachment://")
                    alt = "" if item.get("description") else " WITHOUT ALT TEXT"
                    yield f"  shows {self.text(name)}{alt}"
            elif kind == FILE:
                yield f"  shows {self.text(each['file']['url'].removeprefix('attachment://'))}"
            elif kind == SEPARATOR:
                yield "  ---"
            elif kind == CONTAINER:
                colour = each.get("accent_color")
                box = "  box" if colour is None else f"  box #{colour:06x}"
                first, *inside = self._components(each["components"])
                yield box + first.removeprefix("  ")
                yield from inside
            else:
                yield f"  component {kind}: {self.text(str(each))}"

    def _button(self, button: Mapping[str, Any]) -> str:
        emoji = (button.get("emoji") or {}).get("name") or ""
        label = " ".join(filter(None, (emoji, button.get("label") or "")))
        shown = f"{MARKS[button['style']]}{self.text(label)}"
        does = button.get("url") or self.id(button.get("custom_id") or "")
        return f"[{shown} ▸{does}]" if not button.get("disabled") else f"[({shown}) ▸{does}]"

    def _menu(self, kind: str, menu: Mapping[str, Any]) -> Iterator[str]:
        most = menu.get("max_values", 1)
        several = f" {menu.get('min_values', 1)}-{most}" if most != 1 else ""
        placeholder = self.text(menu.get("placeholder") or "")
        yield f"  {kind}{several} <{placeholder} ▸{self.id(menu['custom_id'])}>"
        shown = []
        for option in menu.get("options") or ():
            if _is_left_out(option["value"]):
                continue
            emoji = (option.get("emoji") or {}).get("name") or ""
            label = " ".join(filter(None, (emoji, option["label"])))
            about = f" “{option['description']}”" if option.get("description") else ""
            chosen = "✓" if option.get("default") else ""
            shown.append(self.text(f"{chosen}{label}{about}") + f" ▸{self.id(option['value'])}")
        if len(shown) > MENU_LINES:
            left_out = shown[MENU_HEAD:-1]
            more = f"… {len(left_out)} more ({digest(' · '.join(left_out))}) …"
            shown = [*shown[:MENU_HEAD], more, shown[-1]]
        chosen_ids = [each["id"] for each in menu.get("default_values") or ()]
        shown += [f"✓{self.text(f'<#{number}>')}" for number in chosen_ids]
        if shown:
            yield from wrapped("    ", " · ".join(shown))

    def _lines(self, mark: str, text: str) -> Iterator[str]:
        for line in self.text(text).split("\n") if text else ():
            yield from wrapped(f"  {mark} ", line)

    # -- normalising --------------------------------------------------------------------------

    def id(self, custom: str) -> str:
        """A custom id: that of the table without its game and entry, others relative to these."""
        return _CUSTOM_ID.sub(self._target, custom.partition("~")[0])

    def _target(self, found: re.Match[str]) -> str:
        kind, game, entry = found[1].removeprefix("carc:"), int(found[2]), int(found[3])
        if (game, entry) == (0, 0):
            return f"{kind}0:"
        if game != self.table[0]:
            return f"{kind}{game}:{entry}:"
        later = entry - self.table[1]
        return f"{kind}{later:+d}:" if later else kind

    def text(self, text: str) -> str:
        """A text without what differs from run to run."""
        text = _TIME.sub(self._time, text)
        text = _EMOJI.sub(r":\1:", text)
        for number, name in (*self.people.items(), *self.channels.items()):
            text = text.replace(f"<@{number}>", f"@{name}").replace(f"<#{number}>", name)
            text = text.replace(str(number), f"({name})")
        for number, name in self.messages.items():
            text = text.replace(str(number), f"({name})")
        return text

    def _time(self, found: re.Match[str]) -> str:
        seconds = int(found[1]) - self.began
        style = found[2] or ""
        return f"<{format_seconds(seconds)}{style}>"

    def person(self, user: int) -> str:
        return self.people.get(user, f"person {user}")

    def channel(self, number: str) -> str:
        """The name of a channel; that of a direct message names the person."""
        known = self.channels.get(int(number))
        if known is not None:
            return known
        channel = self.env.backend.get_channel(int(number))
        if int(channel.type) == DIRECT:
            [user] = [user for user in channel.recipient_ids if user in self.people]
            self.channels[int(number)] = f"DM to {self.people[user]}"
        else:
            self.channels[int(number)] = f"#{channel.name}"
        return self.channels[int(number)]

    def message(self, channel: str, number: str) -> str:
        return self.messages.get(int(number), f"{self.channel(channel)} the message pressed")

    def _count(self, where: str) -> int:
        new = (name for name in self.messages.values() if " -" not in name)
        return 1 + sum(name.rpartition(" ")[0] == where for name in new)

    def _known(self, number: int) -> str:
        return (
            self.people.get(number)
            or self.channels.get(number)
            or self.messages.get(number)
            or "ID"
        )


def followup_kind(body: Mapping[str, Any] | None, announced: str) -> str:
    """The kind of a message after the first answer; the first one after thinking keeps its kind."""
    if announced:
        return announced
    private = int((body or {}).get("flags") or 0) & EPHEMERAL
    return "private answer, more" if private else "PUBLIC ANSWER, more"


def is_picture(name: str) -> bool:
    """Return True for a file that needs an alt text."""
    return name.endswith((".png", ".webp"))


def file_bytes(file: Any) -> bytes:
    read = getattr(file, "fp", None)
    if read is None:
        return bytes(getattr(file, "data", b""))
    at = read.tell()
    data = bytes(read.read())
    read.seek(at)
    return data


def shortened(text: str) -> str:
    """A text whose end is a digest where it is long."""
    if len(text) <= DRAWN_CHARACTERS:
        return text
    return f"{text[:DRAWN_CHARACTERS]}… ({digest(text[DRAWN_CHARACTERS:])})"


def wrapped(start: str, text: str) -> list[str]:
    """A line within the width, with its continuations indented."""
    if not text:
        return [start.rstrip()]
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start) + "  ",
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )


def format_seconds(seconds: float) -> str:
    """A time after the beginning of the transcript, such as +1d2h or -30m."""
    sign, left = "+" if seconds >= 0 else "-", abs(round(seconds))
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        number, left = divmod(left, size)
        if number:
            parts.append(f"{number}{unit}")
    return sign + ("".join(parts) or "0")
