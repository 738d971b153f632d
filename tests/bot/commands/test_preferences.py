"""Table options: colours, the order of the seats, playing without aids."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from simcord import MemberActor

import renderer
from bot.presenters.private.places import place_options
from bot.table.table import COLOURS, Phase
from bot.text.colours import EMBLEMS
from renderer import view
from rules.analysis.drafts import play_draft
from rules.analysis.draw_odds import dead_gaps
from rules.moves import PlaceTile
from tests.support.legal_turns import any_turn, played_turns, scoring_turn
from tests.support.move_panel import menu_of, open_panel
from tests.support.shown_messages import answer, buttons_of, choices_of, has_no_reply, private
from tests.support.world import World, shuffled_header

RED, BLUE, WHITE, BLACK, PURPLE, GREEN = range(COLOURS)
SIX = ("Ana", "Bo", "Cleo", "Dora", "Emil", "Fay")
NO_AIDS = "This game is played without aids"


async def ended(world: World) -> None:
    """The table closed."""
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End without scoring")


async def reply_to(world: World, who: MemberActor, command: str, **options: Any) -> str:
    """The private answer to a user's command."""
    if options:
        return private(await who.slash(world.channel, command, **options))
    return private(await world.look(who, command))


# -- colours --------------------------------------------------------------------------------------


async def test_six_players_without_a_preferred_colour_get_different_colours(world: World) -> None:
    await world.rename_and_add_players(SIX)
    await world.open(6, game="base+inns")
    assert (await world.table()).colours == (RED, BLUE, WHITE, BLACK, PURPLE, GREEN)
    assert all(emblem in world.posts()[-1] for emblem in EMBLEMS)


async def test_a_colour_is_chosen_on_opening_and_on_joining(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3, colour=PURPLE)
    await world.choose_colour(world.bo, BLACK)
    await world.cleo.click(world.post(), label="Join")
    assert await world.entries() == ["new hunters 3\ncolour: 4", "join 3", "join 0"]
    assert (await world.table()).colours == (PURPLE, BLACK, RED)
    assert "1. 🟣 **Ana** (host)\n2. ⚫ **Bo**\n3. 🔴 **Cleo**" in world.posts()[-1]


async def test_taken_colour_is_refused_with_the_name_of_its_player(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3, colour=WHITE)
    await world.press_stale(world.bo, "join")
    asked = {who: answer(await world.press(who, "colour")) for who in (world.bo, world.cleo)}
    assert all(
        not value.startswith("wear 2") for option in asked.values() for value in choices_of(option)
    )
    await world.choose_colour(world.ana, PURPLE)
    before = await world.log()
    for who, menu in asked.items():
        [purple] = [value for value in choices_of(menu) if value.startswith(f"wear {PURPLE}")]
        refused = private(await who.select(menu, [purple]))
        assert refused == "**Ana** already has purple. Choose another colour."
    assert await world.log() == before


async def test_player_keeps_the_seat_when_changing_colour(world: World) -> None:
    await world.open(2)
    assert has_no_reply(await world.choose_colour(world.bo, BLACK))
    assert (await world.entries())[-1] == "colour 3 seat 1"
    assert "2. ⚫ **Bo**" in world.posts()[-1]
    assert (await world.table()).players == (world.ana.id, world.bo.id)
    # The colour that was given up is free again.
    assert has_no_reply(await world.choose_colour(world.ana, BLUE))
    assert (await world.table()).colours == (BLUE, BLACK)
    assert "You're already in this game" in private(await world.press_stale(world.bo, "join"))


async def test_colour_cannot_be_changed_after_the_start(world: World) -> None:
    await world.open(2)
    menu, lobby = answer(await world.press(world.bo, "colour")), world.post()
    await world.press(world.ana, "start")
    assert "Colour" not in buttons_of(world.messages()[0])
    before = await world.log()
    for result in (
        await world.bo.select(menu, [choices_of(menu)[0]]),
        await world.press_old(world.bo, lobby, "Colour"),
    ):
        assert "The game has moved on" in private(result)
    assert await world.log() == before


async def test_posts_and_pictures_wear_the_colours_that_were_chosen(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2, colour=PURPLE)
    await world.choose_colour(world.bo, WHITE)
    await world.press(world.ana, "start")
    table = await world.table()
    worn = {world.ana.id: PURPLE, world.bo.id: WHITE}
    assert [worn[user] for user in table.players if user is not None] == list(table.colours)
    await world.play_random_tiles(
        random.Random(1), 6
    )  # past the turns whose pictures have a legend
    for seed in range(3):
        table, game = await world.table(), await world.game()
        names = [{world.ana.id: "Ana", world.bo.id: "Bo"}[u] for u in table.players if u]
        post = world.post()
        [picture] = post.attachments
        data = await picture.read()
        assert data == renderer.turn(game, renderer.Players.of(names, table.colours)).png
        assert data != renderer.turn(game, renderer.Players.of(names, ())).png
        await world.place(any_turn(game, random.Random(seed)))
    board = answer(await world.dan.slash(world.channel, "board"))
    whole = view.whole_view(await world.game(), renderer.Players.of(names, table.colours))
    data = await board.attachments[0].read()
    assert data == renderer.picture_of_view(await world.game(), whole).png


async def test_colours_stay_with_their_players_through_a_shuffle_and_a_restart(
    world: World,
) -> None:
    await world.open(3, colour=BLACK)
    await world.press(world.ana, "start")
    table = await world.table()
    await world.restart()
    again = await world.table()
    assert again.colours == table.colours
    assert table.colours[table.players.index(world.ana.id)] == BLACK


# -- the order of the seats -----------------------------------------------------------------------


async def test_seats_follow_the_order_of_joining_if_the_table_is_set_so(world: World) -> None:
    for _ in range(4):
        await world.open(3, order="joined")
        assert "Turn order: as joined" in world.posts()[-1]
        await world.press(world.ana, "start")
        assert (await world.table()).players == (world.ana.id, world.bo.id, world.cleo.id)
        await ended(world)


async def test_X03_B04_H05_A03_seats_are_in_random_order_otherwise(world: World) -> None:
    orders = set()
    for _ in range(6):
        orders.add((await world.start_game(3)).players)
        await ended(world)
    assert len(orders) > 1


# -- without aids ---------------------------------------------------------------------------------


async def test_purist_table_refuses_tile_counts_odds_and_leaders(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2), purist="yes")
    assert "Purist: no tile list, odds, owner view or projected points" in world.posts()[0]
    await world.write_turns([any_turn(await world.game(), random.Random(1))])
    for who in (world.ana, world.bo, world.dan):
        assert NO_AIDS in await reply_to(world, who, "tiles")
        assert NO_AIDS in await reply_to(world, who, "tiles", place="0 1")
        for shown in ("owners", "mine", "stuck"):
            assert NO_AIDS in await reply_to(world, who, "board", view=shown)
    # What happened may be looked at, and the board.
    for command in ("scores", "log", "places", "board", "seal", "record"):
        assert NO_AIDS not in await reply_to(world, world.ana, command)


async def test_a_purist_table_projects_no_points(world: World) -> None:
    header = shuffled_header(2, 4)
    plan = list(played_turns(header, 4, scoring_turn))
    number = next(n for n, (game, _) in enumerate(plan) if n > 20 and dead_gaps(game))
    for purist in (False, True):
        await world.start_with(header, **({"purist": "yes"} if purist else {}))
        await world.write_turns([turn for _, turn in plan[:number]])
        await world.post_state()
        game = await world.game()
        assert any(game.board.pieces())
        score = await reply_to(world, world.ana, "scores")
        text = await reply_to(world, world.ana, "board", view="text")
        places = await reply_to(world, world.ana, "places")
        menu = await open_panel(world)
        words = " ".join(option.description or "" for option in menu_of(menu.message))
        asked, picture = menu.text, await menu.picture()
        shown = await menu.choose(menu.places[1])
        figures = " ".join((*menu.figures.values(), *shown.figures.values()))
        assert ("If the game ended now" in score) is not purist
        assert ("if the game ended now" in text) is not purist
        assert (" worth " in text or "finished" in text.lower()) is not purist
        assert ("completes" in places or "extends" in places) is not purist
        assert ("completes" in words or "extends" in words) is not purist
        assert ("I picked it from" in asked) is not purist
        for panel in (asked, shown.text):
            assert not purist or not re.search("ompletes|xtends|At once|No points yet", panel)
        assert not purist or not re.search(r"at once|up to \+|unclaimed", figures)
        # The whole board, asked for, does not mark what can never be filled.
        players = renderer.Players(("Ana", "Bo"))
        whole = view.whole_view(game, players)
        assert whole.dead
        seen = view.whole_view(game, players, aided=False) if purist else whole
        board = answer(await world.bo.slash(world.channel, "board"))
        assert await board.attachments[0].read() == renderer.picture_of_view(game, seen).png
        # The panel opens on the best place, or on the first as one reads.
        first = place_options(game, aided=not purist)[0]
        laid = play_draft(game, [PlaceTile(first.cell, first.rotations[0])])
        assert picture == renderer.preview(laid, players).png
        await ended(world)


async def test_aids_return_after_the_end_of_a_game_without_aids(world: World) -> None:
    header = shuffled_header(2)
    await world.start_with(header, purist="yes")
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    assert (await world.table()).phase is Phase.OVER
    for options in ({}, {"place": "50 50"}):
        assert NO_AIDS not in await reply_to(world, world.dan, "tiles", **options)
    for shown in ("owners", "stuck", "text"):
        assert NO_AIDS not in await reply_to(world, world.dan, "board", view=shown)


@pytest.mark.parametrize("option", ["language", "order", "purist"])
async def test_default_settings_are_not_written_to_the_log(world: World, option: str) -> None:
    usual = {"language": "en", "order": "random"}
    options = {option: usual[option]} if option in usual else {}
    await world.ana.slash(world.channel, "new", game="hunters", seats=2, **options)
    assert await world.entries() == ["new hunters 2"]


async def test_settings_are_in_the_log_and_survive_a_restart(world: World) -> None:
    await world.ana.slash(
        world.channel,
        "new",
        game="base",
        sets="ferries",
        seats=2,
        language="fr",
        order="joined",
        purist="yes",
        ferries="C3",
    )
    [text] = await world.entries()
    assert sorted(text.splitlines()[1:]) == [
        *("ferries: C3", "language: fr", "order: joined", "purist: yes"),
    ]
    before = await world.table()
    await world.restart()
    assert await world.table() == before
    assert (before.settings.language, before.settings.seat_order, before.settings.purist) == (
        *("fr", "joined", True),
    )
