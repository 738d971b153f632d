"""The score strip: names of any kind keep its layout, supplies and goods are shown."""

import random
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from renderer import text
from renderer.art.parts import art_of
from renderer.layout import board_scene
from renderer.paint import paint
from renderer.players import Colour, Players
from renderer.scene import (
    Align,
    Badge,
    Frame,
    Heading,
    Icon,
    Ink,
    Item,
    Label,
    MarkIcon,
    Panel,
    Pointer,
    Scene,
    Star,
    Tab,
)
from renderer.score_strip import min_card_ems, score_strip
from renderer.turn_layout import turn_scene
from renderer.view import cell_view, whole_view
from rules.analysis.history import winners
from rules.game import Game, play, start
from rules.random_play import deal, random_game, random_move
from rules.record import replay
from rules.story import Scored
from rules.variants import rulebook
from rules.variants.traders import goods_of
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
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


def new_game(seats: int = 5) -> Game:
    header = deal("hunters", seats, random.Random(1))
    return start(header.book, header.seats, header.bags)


def bare(scene: Scene) -> Scene:
    """The scene with its labels empty and no initials, to see that nothing else differs.

    The font of a label may be smaller for a long name.
    """
    return replace(scene, items=tuple(map(nameless, scene.items)))


def nameless(item: Item) -> Item:
    match item:
        case Label():
            return replace(item, text="", size=0)
        case Badge() | Icon() | Tab() | Frame():
            return replace(item, colour=Colour(item.colour.number))
    return item


@for_each("name", TORTURE.values())
def test_no_name_changes_the_layout(name: str) -> None:
    game = new_game()
    plain, odd = Players(("Ana",) * 5), Players((name,) * 5)
    assert bare(board_scene(game, whole_view(game, odd))) == bare(
        board_scene(game, whole_view(game, plain))
    )
    assert bare(turn_scene(game, cell_view(game, None, odd))) == bare(
        turn_scene(game, cell_view(game, None, plain))
    )


@for_each("name", TORTURE.values())
def test_a_name_is_painted_within_its_box(name: str) -> None:
    game = new_game(2)
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


@for_each("name", TORTURE.values())
def test_cleaned_name_has_only_drawable_letters(name: str) -> None:
    shown = text.clean_name(name, "Player 2")
    assert shown and len(shown) <= text.MAX_NAME_CHARACTERS
    assert all(text.is_drawable(letter) for letter in shown)
    assert "\n" not in shown


def test_a_text_too_wide_ends_in_an_ellipsis() -> None:
    short = text.shorten("W" * 100, 120, 20, True)
    assert short.endswith("…") and text.width(short, 20, True) <= 120
    assert text.shorten("Ana", 120, 20, True) == "Ana"
    assert text.shorten("Ana", 3, 20, True) == ""


def test_a_text_of_several_words_is_cut_after_a_word() -> None:
    assert text.shorten("Jean Pierre", text.width("Jean Pi…", 20, True), 20, True) == "Jean…"
    assert text.shorten("Jean Pierre", text.width("Je…", 20, True), 20, True) == "Je…"


def test_a_long_name_of_any_script_ends_in_an_ellipsis_within_its_room() -> None:
    for script in ("cyrillic", "arabic", "hebrew", "cjk", "hangul", "devanagari", "thai"):
        name = " ".join([text.clean_name(TORTURE[script], "")] * 6)
        short = text.shorten(name, 150, 27, False)
        assert short.endswith("…") and short != "…" and text.width(short, 27, False) <= 150


def cards(scene: Scene, seats: int = SETS.seats) -> Iterator[list[Item]]:
    number = 0
    card_items: list[Item] = []
    for item in scene.items:
        if isinstance(item, Panel):
            if card_items:
                yield card_items
            card_items = []
        elif isinstance(item, Badge):
            number += 1
            card_items = [item]
        elif card_items:
            card_items.append(item)
    yield card_items
    assert number == seats


@for_each("draw", BOTH.values())
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


@for_each("draw", BOTH.values())
def test_I01_TB01_score_strip_shows_what_each_seat_has_left_by_kind(draw: object) -> None:
    assert callable(draw)
    roles = ["knight", "big knight", "builder", "pig"]
    hidden = 0
    for seat, card in enumerate(cards(draw(SETS, cell_view(SETS, None, SIX)))):
        shown = [
            (item.role, int(beside.text))
            for item, beside in pairwise(card)
            if isinstance(item, Icon) and isinstance(beside, Label)
        ]
        kinds = zip(roles, SETS.book.ruleset.supply, strict=True)
        supply = [(role, SETS.supply[seat].get(kind, 0)) for role, kind in kinds]
        left = [entry for entry in supply if entry[1]]
        assert shown == (left or supply[:1])
        hidden += len(supply) - len(shown)
    assert hidden


def test_seat_without_pieces_shows_a_pale_zero() -> None:
    supply = tuple(dict.fromkeys(pieces, 0) for pieces in SETS.supply)
    game = SETS.replace(supply=supply)
    for card in cards(board_scene(game, cell_view(game, None, SIX))):
        counts = [beside for item, beside in pairwise(card) if isinstance(item, Icon)]
        assert [(one.text, one.ink) for one in counts if isinstance(one, Label)] == [
            ("0", Ink.FAINT)
        ]


def boxes_of(card: list[Item]) -> list[tuple[int, int, int, int]]:
    """The boxes of the things on a card: left, top, right and bottom; of a text, its ink."""
    boxes = []
    for item in card:
        if isinstance(item, Label):
            written = text.width(item.text, item.size, item.bold)
            assert written <= item.width and item.align is Align.LEFT
            boxes.append((item.x, item.y, item.x + written, item.y + item.height))
        else:
            assert isinstance(item, Badge | Icon | MarkIcon | Star | Pointer)
            boxes.append((item.x, item.y, item.x + item.size, item.y + item.size))
    return boxes


@for_each("name", [*EACH, ALL_TOGETHER])
@for_each("seats", [2, 3, 4, 5, 6])
def test_items_of_a_score_card_stand_apart_at_every_width(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if seats not in rulebook(name).ruleset.seats:
        return
    header = deal(name, seats, random.Random(1))
    game = start(header.book, seats, header.bags)
    many = Scored("city", (), (), tuple((seat, 127) for seat in range(seats)))
    game = game.replace(story=game.story.extended((many,)))
    held = {mark: [3] * seats for mark in art_of(game.book).held}
    monkeypatch.setattr("renderer.score_strip.tokens_held", lambda _game: held)
    view = cell_view(game, None, SIX)
    for em in (16, 21, 33):
        for width in (round(min_card_ems(game) * em) + 1, 20 * em, 34 * em, 60 * em):
            strip = score_strip(game, view, width, em)
            scene = Scene(game.book, strip.width, strip.height, tuple(strip.flat()))
            for card in cards(scene, seats):
                seen = boxes_of(card)
                for n, (left, top, right, bottom) in enumerate(seen):
                    for other in seen[:n]:
                        assert (
                            right + em // 10 <= other[0]
                            or other[2] + em // 10 <= left
                            or bottom <= other[1]
                            or other[3] <= top
                        )
                assert min(box[0] for box in seen) >= 0 and max(box[2] for box in seen) <= width


@for_each("draw", BOTH.values())
@for_each("name, seats", [("base", 2), ("hunters", 5), (ALL_TOGETHER, 6)])
def test_only_the_seat_to_move_has_an_outlined_card_with_a_pointer(
    name: str, seats: int, draw: object
) -> None:
    assert callable(draw)
    header = deal(name, seats, random.Random(2))
    game, chance = start(header.book, seats, header.bags), random.Random(2)
    for _ in range(30):
        items = draw(game, cell_view(game, None, SIX)).items
        pointers = [n for n, item in enumerate(items) if is_turn_mark(item)]
        assert len(pointers) == 1
        outline, card, _, badge = items[pointers[0] - 2 : pointers[0] + 2]
        assert isinstance(badge, Badge) and badge.colour == SIX.colour(game.turn)
        assert (outline.ink, card.ink) == (Ink.AMBER, Ink.PAPER) and outline.width > card.width
        game = play(game, random_move(game, chance))


def test_ended_game_has_stars_for_winners_and_no_pointer() -> None:
    chance = random.Random(1)
    game = replay("\n".join(random_game(deal("base", 3, chance), chance))).game
    items = board_scene(game, cell_view(game, None, SIX)).items
    assert sum(isinstance(item, Star) for item in items) == len(winners(game))
    assert not any(map(is_turn_mark, items))


def test_card_of_an_opponent_has_a_bar_for_each_level_the_reached_ones_strong() -> None:
    game = new_game(5)
    names = Players(("Odile", "Bo", "Hermine", "Josse", "Yvain"), levels=(1, 0, 4, 2, 3))
    strip = score_strip(game, cell_view(game, None, names), 34 * 16, 16)
    panels = [item for item in strip.flat() if isinstance(item, Panel) and item.width < 16]
    strong = [panel for panel in panels if panel.ink in (Ink.CHALK, Ink.DARK)]
    assert (len(panels), len(strong)) == (4 * 4, 1 + 4 + 2 + 3)
    words = [item.text for item in strip.flat() if isinstance(item, Label)]
    assert all(name in words for name in names.names)


def is_turn_mark(item: Item) -> bool:
    """Return True if an item is the pointer before the seat to move."""
    return isinstance(item, Pointer) and item.way is Heading.RIGHT and item.ink is Ink.BRONZE


@for_each("seats", [2, 3, 4, 5, 6])
def test_name_of_eight_letters_is_whole_beside_its_points_and_pieces(seats: int) -> None:
    for name in (*EACH, ALL_TOGETHER):
        if seats in rulebook(name).ruleset.seats:
            header = deal(name, seats, random.Random(1))
            game = start(header.book, seats, header.bags)
            strip = score_strip(
                game, cell_view(game, None, Players(("Annelise",) * 6)), 34 * 16, 16
            )
            words = [item.text for item in strip.flat() if isinstance(item, Label)]
            assert words.count("Annelise") == seats
            assert words.count("0") == seats
