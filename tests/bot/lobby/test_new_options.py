"""Options of `/new`: what is written, colours in pictures, playing without aids."""

import random
import re
from typing import Any

from simcord import MemberActor

from bot.table.table import Phase
from renderer.draw import draw
from renderer.players import Players
from renderer.requests import Board, Turn
from rules.analysis.draw_odds import dead_gaps
from tests.support.legal_turns import any_turn, played_turns, scoring_turn
from tests.support.move_panel import menu_of, open_panel
from tests.support.shown_messages import answer, buttons_of, private
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
