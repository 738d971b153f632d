"""Names in pictures: whatever somebody is called, the picture keeps its shape."""

import random
import unicodedata
from dataclasses import replace

import pytest

from renderer import text
from renderer.layout import board_scene
from renderer.paint import paint
from renderer.players import Players
from renderer.scene import Label, Scene
from renderer.turn_layout import turn_scene
from renderer.view import near, whole
from rules.game import Game, start
from rules.random_play import deal

TORTURE = {
    "accents": "Zoë Ångström-Ñandú",
    "decomposed": unicodedata.normalize("NFD", "Zoë Ångström"),
    "cyrillic": "Кирилл Щербаков",
    "greek": "Αλέξανδρος",
    "emoji": "🦣🔥👩‍👩‍👧‍👦🇫🇷",
    "arabic": "محمد",
    "hebrew": "שלום",
    "cjk": "山田太郎",
    "control": "a\x00b\x07c\x1b[31m\nd\te\r",
    "bidi": "\u202eevil\u202c\u2066x\u2069",
    "zero width": "\u200b\u200d\ufeff\u2060",
    "zalgo": "Z" + "\u0301\u0316\u0334\u035c" * 60 + "algo",
    "marks alone": "\u0301\u0301",
    "long": "W" * 500,
    "long word of spaces": " " * 500 + "x",
    "nothing": "",
    "surrogate": "\ud800x",
    "markup": "**@everyone** <@123>",
    "private use": "\ue000\U000f0000",
}


def dealt(seats: int = 5) -> Game:
    header = deal("hunters", seats, random.Random(1))
    return start(header.book, header.seats, header.bags)


def bare(scene: Scene) -> Scene:
    """The scene with its labels empty, to see that nothing else differs."""
    items = tuple(
        replace(item, text="") if isinstance(item, Label) else item for item in scene.items
    )
    return replace(scene, items=items)


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_no_name_changes_the_layout(name: str) -> None:
    game = dealt()
    plain, odd = Players(("Ana",) * 5), Players((name,) * 5)
    assert bare(board_scene(game, whole(game, odd))) == bare(board_scene(game, whole(game, plain)))
    assert bare(turn_scene(game, near(game, None, odd))) == bare(
        turn_scene(game, near(game, None, plain))
    )


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_name_is_never_wider_than_its_box(name: str) -> None:
    game = dealt()
    for item in board_scene(game, whole(game, Players((name,) * 5))).items:
        if isinstance(item, Label):
            assert text.width(item.text, item.size, item.bold) <= item.width


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_name_is_painted_within_its_box(name: str) -> None:
    game = dealt(2)
    plain = board_scene(game, whole(game, Players(("", ""))))
    odd = board_scene(game, whole(game, Players((name, name))))
    one, other = paint(plain).convert("RGB"), paint(odd).convert("RGB")
    for before, after in zip(plain.items, odd.items, strict=True):
        if isinstance(before, Label) and before != after:
            box = (before.x, before.y, before.x + before.width, before.y + before.height)
            one.paste(0, box)
            other.paste(0, box)
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_cleaned_name_has_only_what_the_font_shows(name: str) -> None:
    shown = text.clean(name, "Player 2")
    assert shown and len(shown) <= text.LONGEST_NAME
    assert all(text.drawable(letter) for letter in shown)
    assert "\n" not in shown


def test_a_name_that_cannot_be_shown_at_all_becomes_the_seat() -> None:
    for odd in ("emoji", "arabic", "cjk", "zero width", "marks alone", "nothing", "private use"):
        assert text.clean(TORTURE[odd], "Player 2") == "Player 2"


def test_letters_of_latin_greek_and_cyrillic_stay_as_they_are() -> None:
    for name in (TORTURE["accents"], TORTURE["cyrillic"], TORTURE["greek"], "O'Neill (2)"):
        assert text.clean(name, "") == name
    assert text.clean(TORTURE["decomposed"], "") == "Zoë Ångström"


def test_control_characters_and_line_breaks_leave_one_line() -> None:
    assert text.clean("a\x00b\nc", "") == "ab c"
    assert text.clean("\u202eevil", "") == "evil"


def test_a_text_too_wide_ends_in_an_ellipsis() -> None:
    short = text.fitted("W" * 100, 120, 20, True)
    assert short.endswith("…") and text.width(short, 20, True) <= 120
    assert text.fitted("Ana", 120, 20, True) == "Ana"
    assert text.fitted("Ana", 3, 20, True) == ""
