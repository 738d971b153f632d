"""The bot's own emoji in texts, on buttons and in menus, and plain signs without them."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from bot.discord_io.application_emoji import MAX_EMOJI, provide_emoji
from bot.discord_io.buttons import PickMenu, PressButton, plain_payload
from bot.lobby.words import colour_menu
from bot.parts import PART_WORDS
from bot.text import emoji as colours
from bot.text.message import Button, Menu, MenuLine, Message
from bot.text.names import strip_markdown
from bot.words import scores
from renderer.emoji import emoji_names
from rules.story import Scored, Term
from rules.variants import PARTS, games, rulebook
from tests.support.for_each import for_each
from tests.support.page_data import names_of

MARKUP = {name: f"<:{name}:{10**17 + n}>" for n, name in enumerate(emoji_names())}


@pytest.fixture
def uploaded() -> Iterator[None]:
    colours.use_emoji(MARKUP)
    yield
    colours.use_emoji({})


def test_every_seat_figure_and_mark_of_every_game_has_an_emoji(uploaded: None) -> None:
    assert len(emoji_names()) <= MAX_EMOJI
    for colour in range(len(colours.NAMES)):
        assert colours.emblem(colour) == MARKUP[f"seat_{colour + 1}"]
    for name in games():
        for role in rulebook(name).ruleset.roles:
            assert colours.figure_sign(role.name, 5).strip() in MARKUP.values()
    for part in PARTS.values():
        marks = {mark for tile_marks in (part.tile_schema.marks,) for mark in tile_marks}
        signs = {mark: colours.mark_sign(mark) for mark in marks}
        assert all(signs.values()), signs
    assert set(PART_WORDS) == set(PARTS)


def test_without_uploads_the_usual_signs_stand_or_none() -> None:
    assert colours.emblem(0) == "🔴"
    assert colours.figure_sign("knight", 0) == colours.mark_sign("gold") == ""


def test_emoji_of_a_label_stands_beside_it_on_buttons_and_menu_lines(uploaded: None) -> None:
    label = f"🤖 {colours.emblem(1)} Eve · Novice"
    button = PressButton.create(Button(label, "join"), 1, 2).item
    assert isinstance(button.emoji, discord.PartialEmoji) and button.emoji.name == "seat_2"
    assert button.label == "🤖 Eve · Novice"
    long = f"{colours.figure_sign('knight', 0)}{'x' * 90}"
    assert PressButton.create(Button(long, "join"), 1, 2).item.label == "x" * 79 + "…"
    lines = (MenuLine(label, "a", f"{colours.emblem(2)} known"), MenuLine("plain", "b"))
    first, second = PickMenu.create(Menu("Which?", lines), 1, 2).item.options
    assert (str(first.emoji), first.label) == (MARKUP["seat_2"], "🤖 Eve · Novice")
    assert first.description == "known" and (second.emoji, second.label) == (None, "plain")


def test_menu_of_colours_shows_each_colour_by_its_emblem(uploaded: None) -> None:
    [menu] = colour_menu([0, 3], None, seated=True).buttons
    assert isinstance(menu, Menu)
    options = PickMenu.create(menu, 1, 2).item.options
    assert [str(option.emoji) for option in options] == [MARKUP["seat_1"], MARKUP["seat_4"]]
    assert [option.label for option in options] == ["red", "black"]


def test_news_of_a_score_show_its_marks_and_details_are_plain(uploaded: None) -> None:
    terms = (Term("sections", 3, 2), Term("mushrooms", 1, 2))
    event = Scored("forest", (), terms, ((0, 8),))
    news = scores.score_line(event, names_of(2), with_places=False, with_signs=True)
    assert f"+ {MARKUP['mushrooms']} 1 " in news
    plain = scores.score_line(event, names_of(2), with_places=False)
    assert colours.without_emoji(news) == plain and "<:" not in plain


@for_each(
    "text, plain",
    [
        ("a <:gold:100000000000000001> b", "a b"),
        ("<:gold:100000000000000001> 1 gold", "1 gold"),
        ("two  spaces, <#5> and <@7>", "two  spaces, <#5> and <@7>"),
        ("<:x:1>", "<:x:1>"),
    ],
)
def test_plain_text_has_no_emoji_and_keeps_everything_else(text: str, plain: str) -> None:
    assert colours.without_emoji(text) == plain


class ApplicationWithEmoji(discord.Client):
    """A client whose application has some emoji, and takes a number of further ones."""

    def __init__(self, known: list[str], room: int) -> None:
        super().__init__(intents=discord.Intents.none())
        self.known, self.room, self.made = known, room, list[str]()

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        return [self._emoji(name) for name in self.known]

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        if len(self.made) >= self.room:
            raise OSError("no room")
        assert image.startswith(b"\x89PNG")
        self.made.append(name)
        return self._emoji(name)

    def _emoji(self, name: str) -> discord.Emoji:
        data = {"id": MARKUP[name].split(":")[2].rstrip(">"), "name": name}
        guild = discord.Object(0)
        return discord.Emoji(guild=guild, state=self._connection, data=data)  # type: ignore[arg-type]


@pytest.mark.parametrize("uploads", [True, False])
async def test_missing_emoji_are_uploaded_until_one_fails_and_the_rest_are_used(
    uploads: bool, uploaded: None, caplog: pytest.LogCaptureFixture
) -> None:
    client = ApplicationWithEmoji(["seat_1", "gold"], room=2)
    await provide_emoji(client, uploads=uploads)
    assert client.made == (["seat_2", "seat_3"] if uploads else [])
    assert colours.emblem(0) == MARKUP["seat_1"] and colours.mark_sign("gold")
    assert colours.emblem(1) == (MARKUP["seat_2"] if uploads else "🔵")
    assert colours.emblem(5) == "🟢"
    assert ("emoji are missing" in caplog.text) == uploads


def test_alt_texts_have_no_emoji(uploaded: None) -> None:
    assert strip_markdown(f"**{colours.emblem(0)} Ana** 12") == "Ana 12"


def test_post_that_pings_has_no_markup_of_emoji_for_a_locked_phone(uploaded: None) -> None:
    text = f"<@5>, your turn\n**Ana** placed {colours.figure_sign('hunter', 0)}a hunter."
    pinging = plain_payload(Message(text, pings=(5,)), text, 1, 2)
    assert pinging.content == "<@5>, your turn\n**Ana** placed a hunter."
    assert plain_payload(Message(text), text, 1, 2).content == text
