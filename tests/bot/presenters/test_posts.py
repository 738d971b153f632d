"""Public posts: one post a turn, one ping, pictures described in words."""

import random
import re
import struct
from typing import Any, Final

import discord
import pytest
from simcord import InteractionResult

from bot.presenters.words.state import outside_lines
from bot.text.phrases import coordinates
from rules.analysis.history import recent_placements, winners
from rules.analysis.placement_ranking import ranked_placements
from rules.analysis.viewport import turn_window
from rules.geometry import xy
from rules.story import Scored, TileDiscarded
from tests.bot.presenters.test_news import NAMES
from tests.support.hidden_tiles import png_chunks
from tests.support.legal_turns import (
    any_turn,
    game_after_turn,
    played_turns,
    turn_with_figure_choice,
    turn_with_lasting_piece,
)
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private, text_of
from tests.support.world import World, shuffled_header


def alt_texts(message: discord.Message) -> list[str]:
    """The alt texts of a post's pictures, in order."""
    return [picture.description or "" for picture in message.attachments]


async def test_each_turn_is_one_public_post_that_pings_the_next_player_alone(
    world: World,
) -> None:
    await world.start_game(3)
    chance = random.Random(2)
    for number in range(8):
        posts, game = len(world.messages()), await world.game()
        if number % 2:
            player, turn = await world.to_move(), turn_with_figure_choice(game, number)
            panel = Panel(player, await world.place(turn, ask=True))
            assert len(world.messages()) == posts, "a question is nobody else's matter"
            assert len(panel.figures) > 2
            await panel.take(move_text(*turn.moves))
        else:
            await world.place(any_turn(game, chance))
        assert len(world.messages()) == posts + 1
        following = await world.to_move()
        body = world.sent()[-1]
        assert body["allowed_mentions"]["parse"] == []
        # Once everybody has moved, minutes ago, everybody is there: nobody is pinged any more.
        wanted = [str(following.id)] if number < 2 else []
        assert list(map(str, body["allowed_mentions"]["users"])) == wanted
        assert not body["allowed_mentions"].get("roles")
        assert re.findall(r"<@!?(\d+)>", text_of(world.post())) == [str(following.id)]
        # A phone's notification shows the first line.
        first, *_ = text_of(world.post()).splitlines()
        assert first.startswith(f"<@{following.id}>, your turn in <#{world.channel.id}>. Tile: ")
        assert len(first) <= 120 and re.search(r": [\w ]+ · \d+ tiles left$", first)


async def test_only_posts_of_a_turn_ping(world: World) -> None:
    """Not the lobby, not the end, and no private answer."""
    await world.open(3)
    await world.press(world.ana, "start")
    await world.place(any_turn(await world.game(), random.Random(1)))
    for what in ("board", "scores", "tiles", "record", "help", "end", "resign"):
        await world.look(world.ana, what)
    await world.ana.slash(world.channel, "place", move="0 0 rot0")
    await world.dan.click(world.post(), label="Undo")
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="End without scoring")
    silent_posts = 0
    for request in world.env.http_requests:
        body = request.json
        if not isinstance(body, dict) or request.method not in ("POST", "PATCH"):
            continue
        body = body.get("data", body) or {}
        if "content" not in body and "components" not in body:
            continue
        mentions: dict[str, Any] = body["allowed_mentions"]
        if request.path.endswith("/messages") and "your turn" in str(body):
            assert len(mentions["users"]) == 1 and mentions["parse"] == []
        else:
            assert mentions == {"parse": []} or not mentions.get("users"), request.path
            assert mentions["parse"] == []
            silent_posts += 1
    assert silent_posts > 10


@pytest.mark.painted
async def test_alt_text_of_a_turn_has_the_move_the_tile_and_the_scores(
    world: World,
) -> None:
    await world.start_game(3)
    for number in range(5):
        turn = turn_with_figure_choice(await world.game(), number)
        mover = await world.to_move()
        await world.place(turn)
        game, following = await world.game(), await world.to_move()
        message = world.post()
        [alt] = alt_texts(message)
        x, y = xy(turn.place.cell)
        name = mover.user.global_name
        turned = f" ↻ {90 * turn.place.rotation}°" if turn.place.rotation else ""
        laid = alt.replace("a second tile", "a tile").replace("a bonus tile", "a tile")
        assert f"{name} placed a tile at {x} {y}{turned} and put a " in laid
        assert turn.figure is not None and turn.figure.role in alt
        assert f"{following.user.global_name} to place this tile: " in alt
        for seat, player in enumerate((await world.table()).players):
            who = next(p for p in world.players if p.id == player).user.global_name
            assert f"{who} {game.scores[seat]}" in alt.rpartition("Points:")[2]
        assert len(alt) <= 1024
        # On the wire the picture is a file with the same words.
        [sent] = world.sent()[-1]["attachments"]
        assert sent["description"] == alt
        assert sent["filename"].endswith(".png")
        [picture] = message.attachments
        data = await picture.read()
        assert set(png_chunks(data)) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"pHYs"}
        width, height = struct.unpack(">II", data[16:24])
        assert 200 <= width <= 2048 and 200 <= height <= 2048
        assert len(data) < 2**20


@pytest.mark.painted
async def test_private_pictures_are_pngs_with_alt_texts(world: World) -> None:
    await world.start_with(shuffled_header(2))
    board = await world.ana.slash(world.channel, "board")
    asked = await world.place(turn_with_figure_choice(await world.game()), ask=True)
    for result in (board, asked):
        assert result.response is not None
        [picture] = result.response.attachments
        assert picture.filename.endswith(".png")
        assert png_chunks(await picture.read())[-1] == b"IEND"
        body = patched_message(world, result)
        [sent] = [a for a in body["attachments"] if a["filename"] == picture.filename]
        assert 20 < len(sent["description"]) <= 1024
    assert "Points: Ana 0, Bo 0" in patched_message(world, board)["attachments"][0]["description"]


def patched_message(world: World, result: InteractionResult) -> dict[str, Any]:
    """The last body sent to fill a private answer."""
    token = result._interaction.token
    path = f"{token}/messages/@original"
    payloads = [
        h.json for h in world.env.http_requests if h.method == "PATCH" and h.path.endswith(path)
    ]
    assert isinstance(payloads[-1], dict)
    return payloads[-1]


HEAVY: Final = (
    "*@_@*@_@*@_@*@_@*@_@*@_@*@_@*@_A",
    "`@|@`@|@`@|@`@|@`@|@`@|@`@|@`@|B",
    "~~@@##>>@~~@##>@~~@@##>>@~~@##>C",
    "[x](http://a.b)<@@@@@@@@@@@@@@>D",
    "\\@everyone@here<@@@@@@@@@@@@@>\\E",
)
"""Names of 32 characters, all of them markdown."""


async def test_posts_of_five_players_with_the_heaviest_names_stay_within_the_limits(
    world: World,
) -> None:
    assert all(len(name) == 32 for name in HEAVY)
    await world.rename_and_add_players(HEAVY)
    header = shuffled_header(5, 3)
    await world.start_with(header)
    plan = list(played_turns(header, 3, turn_with_lasting_piece))
    await world.write_turns([turn for _, turn in plan[:40]])
    await world.place(plan[40][1])
    within_limits(world)
    await world.write_turns([turn for _, turn in plan[41:-1]])
    game, last = plan[-1]
    end = game_after_turn(game, last)
    assert end.over
    posts = len(world.messages())
    await world.place(last)
    within_limits(world)
    # The end is one post that fits a phone; every line of the final scoring is behind its button.
    [final] = world.messages()[posts:]
    text = text_of(final)
    assert final.attachments and buttons_of(final)
    details = private(await world.dan.click(final, label="Details"))
    assert len(details) > 2000, "this test wants a long text"
    scored = [event for event in end.story if isinstance(event, Scored) and event.points]
    assert len(re.findall(r"[=→] \*\*", details)) == len(scored)
    best, others = text.splitlines()
    names = len(re.findall(r"(?:🥇|🥈|🥉|\d\.) \*\*", others)) + len(winners(end))
    assert best.startswith("🏆") and names == 5
    for command in ("scores", "tiles", "board", "record", "help"):
        result = await world.look(world.ana, command)
        assert result.response is not None
        pages = [result.response, *result.followups]
        assert all(1 <= len(page.content) <= 2000 for page in pages), command
        assert all(page.content.count("```") % 2 == 0 for page in pages), command
        assert all(page.ephemeral for page in pages)


def within_limits(world: World) -> None:
    """Every message so far, on the wire."""
    for request in world.env.http_requests:
        if isinstance(request.json, dict):
            body = request.json.get("data", request.json) or {}
            assert len(body.get("content") or "") <= 2000
            parts = list(components(body.get("components") or []))
            assert len(parts) <= 40
            texts = [part["content"] for part in parts if part["type"] == 10]
            assert all(texts)
            assert sum(map(len, texts)) <= 4000
            assert all(text.count("```") % 2 == 0 for text in texts), "a table torn apart"
            for part in parts:
                for item in part.get("items", ()):
                    assert 0 < len(item["description"]) <= 1024
            for file in body.get("attachments") or ():
                assert 0 < len(file.get("description") or "a record") <= 1024
            assert len(body.get("attachments") or ()) <= 10


def components(items: list[dict[str, Any]]) -> Any:
    """All components, nested ones as well."""
    for component in items:
        yield component
        yield from components(component.get("components") or [])


async def test_markdown_in_a_name_is_escaped(world: World) -> None:
    await world.rename_and_add_players(HEAVY[:3])
    await world.start_game(3)
    await world.place(any_turn(await world.game(), random.Random(1)))
    for text in world.posts():
        for name in HEAVY[:3]:
            assert name not in text, "its markdown would take effect"
    assert "\\*\\@" in world.posts()[0]


async def test_discarded_tile_is_posted(world: World) -> None:
    """COM-09: somewhere in these games a tile fits nowhere."""
    for seed in range(60):
        header = shuffled_header(2, seed)
        plan = list(played_turns(header, seed))
        for number, (game, turn) in enumerate(plan):
            news = game_after_turn(game, turn).story[len(game.story) :]
            thrown = [e for e in news if isinstance(e, TileDiscarded)]
            if thrown:
                await world.start_with(header)
                await world.write_turns([t for _, t in plan[:number]])
                assert has_no_reply(await world.place(turn))
                for event in thrown:
                    assert event.tile not in world.posts()[-1]
                assert world.posts()[-1].count("fits nowhere: it's out of the game") == len(thrown)
                return
    raise AssertionError("no tile was ever discarded")


async def test_post_says_which_of_its_tiles_lie_outside_the_picture(world: World) -> None:
    header = shuffled_header(3)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    seen = set()
    for first in range(0, 60, 12):
        since = len((await world.game()).story)
        await world.write_turns(plan[first : first + 12])
        table = await world.table()
        text = "".join(outside_lines(table, NAMES, since))
        window = turn_window(table.running_game, ranked_placements(table.running_game), since)
        for cell, _seat in recent_placements(table.running_game, since):
            assert (f"`{coordinates(cell)}`" in text) is not window.has(cell)
        assert outside_lines(table, NAMES, None) == [], "the last tile is always shown"
        seen.add(bool(text))
    assert seen == {True, False}
