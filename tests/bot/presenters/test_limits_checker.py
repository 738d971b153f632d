"""The checker of Discord's limits: messages within the limits pass, others are found."""

import io
from typing import Any, Final

import discord
import pytest

from tests.support import message_limits


def button(label: str = "Go", custom_id: str = "go") -> message_limits.Part:
    return {"type": message_limits.BUTTON, "label": label, "custom_id": custom_id, "style": 1}


def row(*inner: message_limits.Part) -> message_limits.Part:
    return {"type": message_limits.ROW, "components": inner}


def menu(*values: str, label: str = "one", **more: str) -> message_limits.Part:
    options = [{"label": label, "value": value, **more} for value in values]
    return row(
        {
            "type": message_limits.MENU,
            "custom_id": "pick",
            "placeholder": "Pick",
            "options": options,
        }
    )


def layout(*inner: message_limits.Part) -> dict[str, Any]:
    box = {"type": message_limits.CONTAINER, "components": inner}
    return {"flags": message_limits.LAYOUT, "components": [box]}


def text(words: str) -> message_limits.Part:
    return {"type": message_limits.TEXT, "content": words}


def plain(*rows: message_limits.Part, content: str = "Hello") -> dict[str, Any]:
    return {"content": content, "components": rows}


def picture(alt: str = "A board.", name: str = "board.png") -> message_limits.Part:
    media = {"url": f"attachment://{name}"}
    return {"type": message_limits.GALLERY, "items": [{"media": media, "description": alt}]}


def ids(number: int) -> list[message_limits.Part]:
    return [button(custom_id=str(n)) for n in range(number)]


FINE: Final[dict[str, dict[str, Any]]] = {
    "a plain text": plain(content="x" * 2000),
    "five rows": plain(*(row(*ids(25)[5 * n : 5 * n + 5]) for n in range(5))),
    "a full menu": plain(menu(*map(str, range(25)), label="x" * 100, description="x" * 100)),
    "a full layout": layout(text("x" * 4000), row(button("x" * 80, "x" * 100))),
}
TOO_MUCH: Final[dict[str, dict[str, Any]]] = {
    "a long text": plain(content="x" * 2001),
    "no text": plain(content=" "),
    "six rows": plain(*(row(custom_id) for custom_id in ids(6))),
    "six buttons in a row": plain(row(*ids(6))),
    "no button in a row": plain(row()),
    "a long label": plain(row(button("x" * 81))),
    "an empty label": plain(row(button(" "))),
    "a long id": plain(row(button(custom_id="x" * 101))),
    "an id twice": plain(row(button(), button())),
    "a button beside a menu": plain(row(button(), *menu("a")["components"])),
    "a long menu": plain(menu(*map(str, range(26)))),
    "an empty menu": plain(menu()),
    "a choice twice": plain(menu("a", "a")),
    "a long choice": plain(menu("x" * 101)),
    "a long label of a choice": plain(menu("a", label="x" * 101)),
    "a long description": plain(menu("a", description="x" * 101)),
    "an empty description": plain(menu("a", description="")),
    "a long layout": layout(text("x" * 2000), text("x" * 2001)),
    "an empty text": layout(text("")),
    "an empty container": layout(),
    "many components": layout(text("x"), *(row(*ids(25)[4 * n : 4 * n + 4]) for n in range(8))),
    "a picture that is not sent": layout(text("x"), picture()),
    "a layout with a text beside": {**layout(text("x")), "content": "Hello"},
    "a long nonce": {**plain(), "nonce": "1" * 26},
}


@pytest.mark.parametrize("what", FINE)
def test_a_message_within_the_limits_passes(what: str) -> None:
    message_limits.check_message(FINE[what])


@pytest.mark.parametrize("what", TOO_MUCH)
def test_a_message_beyond_a_limit_is_found(what: str) -> None:
    with pytest.raises(AssertionError):
        message_limits.check_message(TOO_MUCH[what])


def test_a_long_or_missing_alt_text_is_found() -> None:
    for alt, fine in (("x" * 1024, True), ("x" * 1025, False), (" ", False)):
        sent = [discord.File(io.BytesIO(b"png"), "board.png", description=alt)]
        if fine:
            message_limits.check_message(layout(text("x"), picture(alt)), sent)
        else:
            with pytest.raises(AssertionError):
                message_limits.check_message(layout(text("x"), picture(alt)), sent)


def test_choices_and_commands_beyond_a_limit_are_found() -> None:
    one = {"name": "one", "value": 1}
    for wrong in ([one, one], [{**one, "name": ""}], [{**one, "name": "x" * 101}]):
        with pytest.raises(AssertionError):
            message_limits.check_choices(wrong)
    with pytest.raises(AssertionError):
        message_limits.check_choices({"name": str(n), "value": n} for n in range(26))
    long = {"name": "x", "description": "x", "description_localizations": {"fr": "x" * 8000}}
    assert message_limits.size(long) == 8001
    with pytest.raises(AssertionError):
        message_limits.check_commands([long])
    with pytest.raises(AssertionError):
        message_limits.check_commands([{"name": str(n), "description": "x"} for n in range(101)])
