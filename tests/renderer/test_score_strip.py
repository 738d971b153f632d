"""Names in pictures: whatever somebody is called, the picture keeps its shape."""

import random
import unicodedata
from dataclasses import replace

import pytest

from renderer import fonts, text
from renderer.layout import board_scene
from renderer.paint import paint
from renderer.players import Colour, Players
from renderer.scene import Badge, Frame, Icon, Item, Label, Scene, Tab
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
    "hangul": "이민호",
    "devanagari": "किशोर हिन्दी",
    "thai": "สมชายน้ำ",
    "georgian": "გიორგი",
    "mixed": "Dana (דנה) 7 山",
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
    """The scene with its labels empty and no initials, to see that nothing else differs."""
    return replace(scene, items=tuple(map(nameless, scene.items)))


def nameless(item: Item) -> Item:
    match item:
        case Label():
            return replace(item, text="")
        case Badge() | Icon() | Tab() | Frame():
            return replace(item, colour=Colour(item.colour.number))
    return item


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
        if before != after:
            assert isinstance(before, Label | Badge | Icon)
            wide, high = (
                (before.width, before.height) if isinstance(before, Label) else (before.size,) * 2
            )
            box = (before.x, before.y, before.x + wide, before.y + high)
            one.paste(0, box)
            other.paste(0, box)
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_cleaned_name_has_only_what_the_font_shows(name: str) -> None:
    shown = text.clean(name, "Player 2")
    assert shown and len(shown) <= text.LONGEST_NAME
    assert all(text.drawable(letter) for letter in shown)
    assert "\n" not in shown


def test_a_name_of_which_nothing_can_be_drawn_becomes_the_seat() -> None:
    for odd in ("emoji", "zero width", "marks alone", "nothing", "private use"):
        assert text.clean(TORTURE[odd], "Player 2") == "Player 2"


def test_letters_of_any_script_stay_as_they_are() -> None:
    scripts = ("cyrillic", "greek", "arabic", "hebrew", "cjk", "hangul", "devanagari", "thai")
    for script in (*scripts, "georgian", "mixed", "accents"):
        assert text.clean(TORTURE[script], "") == TORTURE[script]
    assert text.clean("O'Neill (2)", "") == "O'Neill (2)"
    assert text.clean(TORTURE["decomposed"], "") == "Zoë Ångström"


def test_emoji_in_a_name_are_left_out() -> None:
    assert text.clean("🦣 Ana 🔥👩‍👩‍👧", "") == "Ana"
    assert text.clean("王🇫🇷小明", "") == "王小明"


def test_control_characters_and_line_breaks_leave_one_line() -> None:
    assert text.clean("a\x00b\nc", "") == "ab c"
    assert text.clean("\u202eevil", "") == "evil"


def test_a_text_too_wide_ends_in_an_ellipsis() -> None:
    short = text.fitted("W" * 100, 120, 20, True)
    assert short.endswith("…") and text.width(short, 20, True) <= 120
    assert text.fitted("Ana", 120, 20, True) == "Ana"
    assert text.fitted("Ana", 3, 20, True) == ""


def test_no_letter_is_drawn_as_the_sign_for_what_a_font_lacks() -> None:
    for name in (text.clean(name, "Player 2") for name in TORTURE.values()):
        for face, run in text.runs(name):
            assert all(fonts.has(face, letter) for letter in run), name


def test_a_long_name_of_any_script_ends_in_an_ellipsis_within_its_room() -> None:
    for script in ("cyrillic", "arabic", "hebrew", "cjk", "hangul", "devanagari", "thai"):
        name = " ".join([text.clean(TORTURE[script], "")] * 6)
        short = text.fitted(name, 150, 27, False)
        assert short.endswith("…") and short != "…" and text.width(short, 27, False) <= 150


def test_the_ellipsis_of_a_name_written_to_the_left_stands_at_its_left() -> None:
    assert "".join(run for _, run in text.runs("שלום כ…")).startswith("…")
