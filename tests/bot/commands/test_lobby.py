"""The card of a table that has not started, in public and as a private copy; and its end."""

from bot.table.table import Phase
from tests.support.shown_messages import (
    answer,
    buttons_of,
    has_no_reply,
    private,
)
from tests.support.world import World

OPEN_CARD, READY_CARD = ["Join", "Leave", "Colour"], ["Start", "Join", "Leave", "Colour"]
"""The buttons of a lobby with one player, and with enough players to start."""


async def test_board_in_a_lobby_shows_its_card_and_a_press_posts_the_card_again(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    copy = await world.bo.slash(world.channel, "board")
    assert "1. 🔴 **Ana** (host)\n2. *free*" in private(copy)
    assert list(buttons_of(answer(copy))) == OPEN_CARD
    assert has_no_reply(await world.bo.click(answer(copy), label="Join"))
    assert len(world.messages()) == 2
    assert "2. 🔵 **Bo**" in world.posts()[-1] and list(buttons_of(world.post())) == READY_CARD
    copy = await world.ana.slash(world.channel, "board")
    assert has_no_reply(await world.ana.click(answer(copy), label="Start"))
    assert (await world.table()).phase is Phase.PLAYING
