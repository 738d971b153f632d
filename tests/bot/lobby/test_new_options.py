"""Options of `/new`: sets and rules chosen there or in the lobby, colours, playing without aids."""

import random
import re
from typing import Any

import pytest
import simcord
from simcord import InteractionResult, MemberActor

from bot.table.table import Phase
from bot.words import nouns
from renderer.draw import draw
from renderer.players import Players
from renderer.requests import Board, Turn
from rules.analysis.draw_odds import dead_gaps
from rules.fairness import commitment
from rules.record import parse_header
from tests.support.legal_turns import any_turn, played_turns, scoring_turn
from tests.support.move_panel import menu_of, open_panel
from tests.support.shown_messages import (
    answer,
    buttons_of,
    choices_of,
    has_no_reply,
    menu_labels_of,
    menus_of,
    private,
)
from tests.support.world import World, shuffled_header

WHITE, PURPLE = 2, 4
NO_AIDS = "This game is played without aids"


async def ended(world: World) -> None:
    asked = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(asked), label="End without scoring")


async def reply_to(world: World, who: MemberActor, command: str, **options: Any) -> str:
    """The private answer to a user's command."""
    if options:
        return private(await who.slash(world.channel, command, **options))
    return private(await world.look(who, command))


async def test_posts_and_pictures_wear_the_colours_that_were_chosen(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    await world.choose_colour(world.ana, PURPLE)
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
        assert data == draw(Turn(), game, Players.of(names, table.colours)).data
        assert data != draw(Turn(), game, Players.of(names, ())).data
        await world.place(any_turn(game, random.Random(seed)))
    board = answer(await world.dan.slash(world.channel, "board"))
    data = await board.attachments[0].read()
    worn_board = draw(Board(), await world.game(), Players.of(names, table.colours))
    assert data == worn_board.data


async def test_game_without_aids_tells_what_a_move_does_at_once_and_projects_no_points(
    world: World,
) -> None:
    header = shuffled_header(2, 4)
    plan = list(played_turns(header, 4, scoring_turn))
    number = next(n for n, (game, _) in enumerate(plan) if n > 20 and dead_gaps(game))
    told = []
    for aids in ("yes", "no"):
        await world.start_with(header, aids=aids)
        await world.write_turns([turn for _, turn in plan[:number]])
        await world.post_state()
        game = await world.game()
        assert any(game.board.pieces())
        score = await reply_to(world, world.ana, "scores")
        text = await reply_to(world, world.ana, "board", view="text")
        places = await reply_to(world, world.ana, "places")
        menu = await open_panel(world)
        words = " ".join(option.description or "" for option in menu_of(menu.message))
        shown = await menu.take(menu.places[1])
        told.append((places, words, shown.text, shown.figures))
        assert all(re.search("finishes|extends", said) for said in (places, words))
        assert ("If the game ended now" in score) is (aids == "yes")
        assert ("if the game ended now" in text) is (aids == "yes")
        assert (" worth " in text or "finished" in text.lower()) is (aids == "yes")
        assert ("Hint" in buttons_of(shown.message)) is (aids == "yes")
        assert ("`/hint`" in await reply_to(world, world.ana, "help")) is (aids == "yes")
        for view in ("mine", "stuck"):
            said = await reply_to(world, world.ana, "board", view=view)
            assert (NO_AIDS in said) is ((view, aids) == ("stuck", "no"))
        # The whole board has the owners' tint alone.
        whole, unaided = (
            draw(Board(aided), game, Players(("Ana", "Bo"))).data for aided in (True, False)
        )
        assert whole != unaided
        board = answer(await world.bo.slash(world.channel, "board"))
        assert await board.attachments[0].read() == (whole if aids == "yes" else unaided)
        await ended(world)
    assert told[0] == told[1]


async def test_aids_return_after_the_end_of_a_game_without_aids(world: World) -> None:
    header = shuffled_header(2)
    await world.start_with(header, aids="no")
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    assert (await world.table()).phase is Phase.OVER
    for options in ({}, {"place": "50 50"}):
        assert NO_AIDS not in await reply_to(world, world.dan, "tiles", **options)
    for shown in ("whole", "stuck", "text"):
        assert NO_AIDS not in await reply_to(world, world.dan, "board", view=shown)


SETS = ("The Ferries", "Inns & Cathedrals", "Traders & Builders", "The River")


async def new(world: World, game: str = "base", seats: int = 3, **more: Any) -> InteractionResult:
    """Ana opens a table."""
    return await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)


def marked(world: World) -> dict[str, bool]:
    signs = {}
    for label in menu_labels_of(world.post()):
        sign, _, title = label.partition(" ")
        if sign in ("✅", "⬜"):
            signs[title] = sign == "✅"
    return signs


async def test_sets_are_offered_and_typed_in_one_option_in_any_way(world: World) -> None:
    async def shown(typed: str, **filled: Any) -> list[str]:
        choices = await world.ana.autocomplete(world.channel, "new", "sets", typed, **filled)
        return [choice["value"] for choice in choices]

    assert (await shown("inns fer", game="base"))[0] == "ferries inns"
    assert len(await shown("")) == 15, "also before a game is chosen"
    assert await shown("inns", game="hunters") == []
    with pytest.raises(simcord.OptionError):
        await new(world, "base+ferries")
    await new(world, sets="Les Bacs et La Rivière", thread="yes")
    [thread] = world.channel.threads
    assert (await world.table(thread)).name == "base+ferries+river"
    assert thread.name == "Carcassonne · Ana", "the sets may still change"
    assert nouns.game_title("base+ferries+river") in world.posts()[-1]


async def test_host_switches_sets_on_the_lobby_card_and_on_a_private_copy(world: World) -> None:
    await new(world, sets="ferries")
    await world.press(world.ana, "change ferries C3")
    await world.press(world.ana, "change aids no")
    assert "lake tiles: third edition" in world.posts()[-1]
    await world.press(world.bo, "join")
    for does in ("set river on", "set inns on", "set river off", "set ferries off"):
        assert has_no_reply(await world.press(world.ana, does))
    assert len(world.messages()) == 1, "it is the same post"
    assert marked(world) == {**dict.fromkeys(SETS, False), "Inns & Cathedrals": True}
    assert "## Carcassonne with Inns & Cathedrals\n" in world.posts()[-1]
    assert (await world.entries())[4:] == [
        *("game base+ferries+river", "game base+ferries+inns+river"),
        *("game base+ferries+inns", "game base+inns"),
    ]
    await world.press(world.ana, "set ferries on")
    table = await world.table()
    assert table.options == {} and not table.settings.has_aids, "a set's options go with it"
    before = await world.log()
    for does in ("set river on", "set ferries off"):
        reply = private(await world.press(world.bo, does))
        assert "Only the host, **Ana**, can change the expansions" in reply
    assert await world.log() == before
    card = world.post()
    on = menus_of(card)["set river on"]
    first, second = await world.at_once(
        *(world.ana.select(card, ["set river on"], custom_id=on) for _ in range(2))
    )
    assert [has_no_reply(first), has_no_reply(second)].count(True) == 1
    assert len(await world.log()) == len(before) + 1, "it is written once"
    copy = answer(await world.ana.slash(world.channel, "board"))
    on = menus_of(copy)["set traders on"]
    assert has_no_reply(await world.ana.select(copy, ["set traders on"], custom_id=on))
    assert len(world.messages()) == 2 and all(marked(world).values()), "the card is posted again"
    game = await world.game_id()
    for forged in ("set base off", "set chess on", "set", "set x"):
        reply = private(await world.press_id(world.ana, f"carc:{game}:1:{forged}"))
        assert "has moved on" in reply, forged


async def test_seal_covers_the_bags_of_the_played_sets_which_stay_and_are_offered_again(
    world: World,
) -> None:
    await new(world, seats=2, sets="ferries")
    await world.press(world.bo, "join")
    await world.press(world.ana, "set river on")
    lobby, name = world.post(), "base+ferries+river"
    assert has_no_reply(await world.press(world.ana, "start"))
    table = await world.table()
    assert table.phase is Phase.PLAYING and table.header is not None
    assert table.header.game == name and table.header.bags["river"][-1] == "RIV-L"
    shown = await world.dan.click(world.post(), label="Fair shuffle ✓")
    assert f"`{commitment(table.header)}`" in private(shown)
    [start] = [text for text in await world.entries() if text.startswith("start")]
    head = list(enumerate(start.split("\n")[2:], 3))
    assert parse_header(head) == table.header
    assert any(line.startswith("river: ") for _, line in head)
    late = await world.press_stale(world.ana, "set inns on", lobby)
    assert "has moved on" in private(late) and (await world.table()).name == name
    helped = answer(await world.ana.slash(world.channel, "help"))
    assert f"help {name} turn" in choices_of(helped) and f"rules {name}" in choices_of(helped)
    rules = private(await world.ana.select(helped, [f"rules {name}"]))
    assert rules.startswith(f"## {nouns.game_title(name)}")
    await world.write([(world.ana.id, "end")])
    await world.post_state()
    await world.press(world.bo, "again")
    assert (await world.table()).name == name and marked(world)["The River"]
