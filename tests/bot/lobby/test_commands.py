"""The card of a table that has not started, in public and as a private copy; and its end."""

from bot.table.table import Phase
from tests.support.shown_messages import answer, buttons_of, has_no_reply, menus_of, private
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


async def test_new_game_has_the_settings_of_the_last_one_before_those_of_the_server(
    world: World,
) -> None:
    await world.app.services.server_settings.set_option(world.guild.id, "pace", "week")
    await world.ana.slash(world.channel, "new")
    assert await world.entries() == ["new base 2\naids: yes\npace: week"]
    await world.press(world.ana, "change pace day")
    await world.press(world.ana, "change fields third")
    await world.press(world.ana, "change order joined")
    await world.press(world.ana, "leave")
    await world.bo.slash(world.channel, "new")
    assert await world.entries() == ["new base 2\nfields: third\naids: yes\npace: day"]
    await world.press(world.bo, "leave")
    await world.bo.slash(world.channel, "new", game="hunters")
    assert await world.entries() == ["new hunters 2\naids: yes\npace: day"], "what is typed wins"


async def test_host_frees_the_seat_of_a_player_who_does_not_confirm_a_change(world: World) -> None:
    await world.ana.slash(world.channel, "new", seats=3)
    await world.press(world.bo, "join")
    await world.press(world.cleo, "join")
    assert "opponent away 1" not in menus_of(world.post())
    await world.press(world.ana, "change pace day")
    await world.press(world.cleo, "join")
    card = world.posts()[-1]
    assert "**Bo**: press *Join* again" in card and "**Ana** can remove a player who" in card
    assert "Only the host" in private(await world.press(world.cleo, "opponent away 1"))
    assert has_no_reply(await world.press(world.ana, "opponent away 1"))
    assert "Bo" not in world.posts()[-1] and "opponent away 1" not in menus_of(world.post())
    assert (await world.entries())[-1] == "leave 1"
    await world.press(world.bo, "join")
    assert (await world.table()).players == (world.ana.id, world.cleo.id, world.bo.id)


async def test_other_page_of_the_settings_is_private_and_changes_the_card(world: World) -> None:
    await world.ana.slash(world.channel, "new")
    posted = world.post()
    private_page = answer(await world.press_stale(world.ana, f"lobby-settings 1 {posted.id}"))
    wanted = f"change pace day {posted.id}"
    assert has_no_reply(
        await world.ana.select(private_page, [wanted], custom_id=menus_of(private_page)[wanted])
    )
    assert len(world.messages()) == 1 and (await world.table()).settings.pace == "day"
