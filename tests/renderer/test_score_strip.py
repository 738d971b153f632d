"""The score strip: names of any kind keep its layout, supplies and goods are shown."""

import random
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from renderer import fonts, text
from renderer.layout import board_scene
from renderer.paint import paint
from renderer.players import Colour, Players
from renderer.scene import Badge, Frame, Icon, Item, Label, MarkIcon, Panel, Scene, Tab
from renderer.turn_layout import turn_scene
from renderer.view import cell_view, whole_view
from rules.game import Game, start
from rules.random_play import deal
from rules.record import replay
from rules.variants.traders import goods_of
from tests.support.game_choices import SETS as EACH

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


SETS = replay((Path(__file__).parents[2] / "docs" / "sets.record").read_text()).game
SIX = Players(("Annemarie", "Bo", "Cleo", "Dan", "Eve", "Frederick"))
BOTH = {"board": board_scene, "turn": turn_scene}


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
    assert bare(board_scene(game, whole_view(game, odd))) == bare(
        board_scene(game, whole_view(game, plain))
    )
    assert bare(turn_scene(game, cell_view(game, None, odd))) == bare(
        turn_scene(game, cell_view(game, None, plain))
    )


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_name_is_never_wider_than_its_box(name: str) -> None:
    game = dealt()
    for item in board_scene(game, whole_view(game, Players((name,) * 5))).items:
        if isinstance(item, Label):
            assert text.width(item.text, item.size, item.bold) <= item.width


@pytest.mark.parametrize("name", TORTURE.values(), ids=TORTURE)
def test_a_name_is_painted_within_its_box(name: str) -> None:
    game = dealt(2)
    plain = board_scene(game, whole_view(game, Players(("", ""))))
    odd = board_scene(game, whole_view(game, Players((name, name))))
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
def test_cleaned_name_has_only_drawable_letters(name: str) -> None:
    shown = text.clean_name(name, "Player 2")
    assert shown and len(shown) <= text.MAX_NAME_CHARACTERS
    assert all(text.is_drawable(letter) for letter in shown)
    assert "\n" not in shown


def test_name_without_drawable_letters_is_replaced_by_the_fallback() -> None:
    for odd in ("emoji", "zero width", "marks alone", "nothing", "private use"):
        assert text.clean_name(TORTURE[odd], "Player 2") == "Player 2"


def test_letters_of_any_script_are_kept() -> None:
    scripts = ("cyrillic", "greek", "arabic", "hebrew", "cjk", "hangul", "devanagari", "thai")
    for script in (*scripts, "georgian", "mixed", "accents"):
        assert text.clean_name(TORTURE[script], "") == TORTURE[script]
    assert text.clean_name("O'Neill (2)", "") == "O'Neill (2)"
    assert text.clean_name(TORTURE["decomposed"], "") == "Zoë Ångström"


def test_emoji_in_a_name_are_left_out() -> None:
    assert text.clean_name("🦣 Ana 🔥👩‍👩‍👧", "") == "Ana"
    assert text.clean_name("王🇫🇷小明", "") == "王小明"


def test_control_characters_and_line_breaks_leave_one_line() -> None:
    assert text.clean_name("a\x00b\nc", "") == "ab c"
    assert text.clean_name("\u202eevil", "") == "evil"


def test_a_text_too_wide_ends_in_an_ellipsis() -> None:
    short = text.shorten("W" * 100, 120, 20, True)
    assert short.endswith("…") and text.width(short, 20, True) <= 120
    assert text.shorten("Ana", 120, 20, True) == "Ana"
    assert text.shorten("Ana", 3, 20, True) == ""


def test_every_letter_of_a_name_is_in_the_chosen_font() -> None:
    for name in (text.clean_name(name, "Player 2") for name in TORTURE.values()):
        for face, run in text.font_runs(name):
            assert all(fonts.has_letter(face, letter) for letter in run), name


def test_a_long_name_of_any_script_ends_in_an_ellipsis_within_its_room() -> None:
    for script in ("cyrillic", "arabic", "hebrew", "cjk", "hangul", "devanagari", "thai"):
        name = " ".join([text.clean_name(TORTURE[script], "")] * 6)
        short = text.shorten(name, 150, 27, False)
        assert short.endswith("…") and short != "…" and text.width(short, 27, False) <= 150


def test_right_to_left_name_has_its_ellipsis_at_the_left() -> None:
    assert "".join(run for _, run in text.font_runs("שלום כ…")).startswith("…")


def cards(scene: Scene) -> Iterator[list[Item]]:
    """The texts on the card of each seat."""
    number = 0
    found: list[Item] = []
    for item in scene.items:
        if isinstance(item, Panel):
            if found:
                yield found
            found = []
        elif isinstance(item, Badge):
            number += 1
            found = [item]
        elif found:
            found.append(item)
    yield found
    assert number == SETS.seats


@pytest.mark.parametrize("draw", BOTH.values(), ids=BOTH)
def test_TB02_score_strip_shows_the_current_goods_of_each_seat(draw: object) -> None:
    assert callable(draw)
    hands = goods_of(SETS.story, SETS.seats)
    assert sum(bool(hand) for hand in hands) > 2
    for hand, card in zip(hands, cards(draw(SETS, cell_view(SETS, None, SIX))), strict=True):
        shown = {}
        for item, beside in pairwise(card):
            if isinstance(item, MarkIcon):
                assert isinstance(beside, Label)
                shown[item.name] = int(beside.text)
        assert shown == {name: number for name, number in hand.items() if number}


@pytest.mark.parametrize("draw", BOTH.values(), ids=BOTH)
def test_I01_TB01_score_strip_shows_the_supply_of_each_seat_by_kind(draw: object) -> None:
    assert callable(draw)
    for seat, card in enumerate(cards(draw(SETS, cell_view(SETS, None, SIX)))):
        shown = [
            (item.role, int(beside.text))
            for item, beside in pairwise(card)
            if isinstance(item, Icon) and isinstance(beside, Label)
        ]
        kinds = list(SETS.book.ruleset.supply)
        assert [role for role, _ in shown] == ["knight", "big knight", "builder", "pig"]
        assert [number for _, number in shown] == [SETS.supply[seat].get(kind, 0) for kind in kinds]


@pytest.mark.parametrize("draw", BOTH.values(), ids=BOTH)
def test_items_of_a_score_card_do_not_overlap(draw: object) -> None:
    assert callable(draw)
    for card in cards(draw(SETS, cell_view(SETS, None, SIX))):
        boxes = [
            (one.x, one.y, one.x + wide, one.y + high)
            for one in card
            for wide, high in [
                (one.width, one.height) if isinstance(one, Label) else (one.size, one.size)  # type: ignore[union-attr]
            ]
        ]
        for n, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[:n]:
                assert (
                    right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
                )


def test_name_box_is_wider_for_a_seat_without_goods() -> None:
    names = [
        card[1] for card in cards(board_scene(SETS, whole_view(SETS, Players(("W" * 60,) * 6))))
    ]
    widths = [name.width for name in names if isinstance(name, Label)]
    hands = goods_of(SETS.story, SETS.seats)
    with_none = {width for width, hand in zip(widths, hands, strict=True) if not hand}
    assert len(with_none) == 1 and all(width <= max(with_none) for width in widths)
    assert min(widths) < max(widths)


@pytest.mark.parametrize("name", EACH)
def test_game_without_goods_has_no_marks_in_its_score_strip(name: str) -> None:
    header = deal(name, 3, random.Random(1))
    game = start(header.book, header.seats, header.bags)
    scene = board_scene(game, whole_view(game))
    assert not [item for item in scene.items if isinstance(item, MarkIcon)]
